// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of other files
import type { Fault } from '../fault.ts'

const KEY = 'packages/core/src/key.ts'
const KEYS = 'packages/core/src/redis/keys.ts'
const MEMORY = 'packages/core/src/memory/store.ts'
const tests = ['packages/core/test/keys.test.ts']
const stores = ['packages/core/test/stores.test.ts']
const cluster = ['packages/core/test/cluster.test.ts']

/** How keys can meet, or part. */
export const redisKeys: readonly Fault[] = [
  {
    id: 'no-hash-tag',
    why: 'C013: the keys of one call are on several nodes of a cluster',
    edits: [
      { file: KEYS, find: '${FORMAT}:{`', replace: '${FORMAT}:`' },
      { file: KEYS, find: '`}:${name}', replace: '`:${name}' },
    ],
    tests: cluster,
    only: 'an ioredis 6 cluster.*C009|C013',
  },
  {
    id: 'one-tag-for-all',
    why: 'C013: one tag for the whole prefix puts every key on one shard',
    edits: [
      { file: KEYS, find: '${FORMAT}:{`', replace: '{${FORMAT}}:`' },
      { file: KEYS, find: '`}:${name}', replace: '`:${name}' },
    ],
    tests: cluster,
    only: 'C013',
  },
  {
    id: 'braces-not-escaped',
    why: 'a key with braces moves the hash tag, and two keys can meet',
    edits: [{ file: KEY, find: '/[%{}]|^~|', replace: '/%|^~|' }],
    tests,
  },
  {
    id: 'escape-not-escaped',
    why: 'the escape sign itself is left alone, so that `{` and `%7B` are one key',
    edits: [{ file: KEY, find: '/[%{}]|^~|', replace: '/[{}]|^~|' }],
    tests,
  },
  {
    id: 'tilde-not-escaped',
    why: 'a key can be spelt like the hash of another',
    edits: [
      { file: KEY, find: '/[%{}]|^~|', replace: '/[%{}]|' },
      { file: MEMORY, find: " && !key.startsWith('~')", replace: '' },
    ],
    tests,
  },
  {
    id: 'lone-surrogates-meet',
    why: 'all lone surrogates are sent as one and the same U+FFFD',
    edits: [{ file: KEY, find: '|\\p{Surrogate}/gu', replace: '/gu' }],
    tests,
  },
  {
    id: 'empty-tag',
    why: 'an empty key makes an empty tag, which Redis Cluster takes for none',
    edits: [{ file: KEY, find: "key === '' ? '%' : key.replace", replace: 'key.replace' }],
    tests,
  },
  {
    id: 'long-keys-kept',
    why: 'C060: callers can fill the store with keys of a megabyte',
    edits: [
      { file: KEYS, find: 'return isLong(escaped) ? hashKey(escaped) : escaped', replace: 'return escaped' },
    ],
    tests,
  },
  {
    id: 'long-keys-cut',
    why: 'C060: long keys with one beginning share one count',
    edits: [
      {
        file: KEYS,
        find: 'isLong(escaped) ? hashKey(escaped)',
        replace: 'isLong(escaped) ? escaped.slice(0, LONGEST_KEY)',
      },
      {
        file: MEMORY,
        find: 'await hashKey(escapeKey(key))',
        replace: 'key.slice(0, LONGEST_KEY)',
      },
    ],
    tests,
  },
  {
    id: 'long-by-characters',
    why: 'the length of a key is counted in characters and not in bytes',
    edits: [{ file: KEYS, find: 'new TextEncoder().encode(text).length > LONGEST_KEY', replace: 'false' }],
    tests,
  },
  {
    id: 'name-not-in-the-key',
    why: 'C059: two limiters of one id share one count, and its life',
    edits: [{ file: KEYS, find: ':${name}:${algorithm.id}', replace: ':${algorithm.id}' }],
    tests: ['packages/core/test/stores-lives.test.ts'],
  },
  {
    id: 'algorithm-not-in-the-key',
    why: 'C051: after a change of the algorithm the old state is read as one of the new',
    edits: [{ file: KEYS, find: ':${name}:${algorithm.id}', replace: ':${name}' }],
    tests: ['packages/core/test/stores-lives.test.ts'],
  },
  {
    id: 'keys-of-a-call-differ',
    why: 'charges of different keys are made on the first one',
    edits: [{ file: KEY, find: 'if (charge.key !== key)', replace: 'if (charge.key === undefined)' }],
    tests: stores,
    only: 'a call that cannot be',
  },
  {
    id: 'prefix-left-out',
    why: 'C016: some verbs put the prefix before the key and others do not, so a reset forgets nothing',
    edits: [
      {
        file: 'packages/core/src/redis/store.ts',
        find: 'names.map((name) => name(tag))',
        replace: 'names.map((name) => name(tag).slice(prefix.length))',
      },
    ],
    tests: ['packages/core/test/stores-lives.test.ts'],
    only: 'C016',
  },
  {
    id: 'not-routed-by-the-key',
    why: 'C009: a script goes to any node of the cluster instead of to that of its keys',
    edits: [
      {
        file: 'packages/core/src/redis/clients/node-redis.ts',
        find: 'client.sendCommand(keys[0], false',
        replace: 'client.sendCommand(args[0], false',
      },
    ],
    tests: cluster,
    only: 'a node-redis 4 cluster.*C009',
  },
]
