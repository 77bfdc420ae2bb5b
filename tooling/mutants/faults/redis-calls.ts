// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of other files
import type { Fault } from '../fault.ts'

const CALLS = 'packages/core/src/redis/calls.ts'
const CHECK = 'packages/core/src/redis/check.ts'
const FAILURES = 'packages/core/src/redis/failures.ts'
const REPLY = 'packages/core/src/redis/reply.ts'
const LANES = 'packages/core/src/redis/lanes.ts'
const COMPOSE = 'packages/core/src/redis/compose.ts'
const STORE = 'packages/core/src/redis/store.ts'
const RESET = 'packages/core/src/redis/reset.lua'
const MEMORY = 'packages/core/src/memory/store.ts'
const scripts = ['packages/core/test/scripts.test.ts']
const stores = ['packages/core/test/stores.test.ts']
const batch = ['packages/core/test/mutants-batch.test.ts']
const malformed = ['packages/core/test/replies.test.ts']

const NOSCRIPT = "if (!isReply(error, 'NOSCRIPT') || call.count === 0) throw error"

/** What can go wrong between the Redis store and Redis. */
export const redisCalls: readonly Fault[] = [
  {
    id: 'noscript-unhandled',
    why: 'C007: after a restart of Redis every call fails',
    edits: [{ file: CALLS, find: NOSCRIPT, replace: 'throw error' }],
    tests: scripts,
  },
  {
    id: 'any-error-is-noscript',
    why: 'C012: the script is sent again after any error, although it may have run (a peer)',
    edits: [{ file: CALLS, find: NOSCRIPT, replace: '' }],
    tests: scripts,
  },
  {
    id: 'noscript-anywhere',
    why: 'an error that only speaks of NOSCRIPT is taken for it',
    edits: [{ file: FAILURES, find: '.startsWith(word)', replace: '.includes(word)' }],
    tests: scripts,
  },
  {
    id: 'script-sent-twice',
    why: 'a published recipe sends the script once to load it and once to run it, and charges twice',
    edits: [
      {
        file: CALLS,
        find: 'return await client.eval(script.lua, keys, args)',
        replace: `await client.eval(script.lua, keys, args)
        return await client.eval(script.lua, keys, args)`,
      },
    ],
    tests: scripts,
  },
  {
    id: 'text-sent-always',
    why: 'the whole script travels with every call',
    edits: [
      {
        file: CALLS,
        find: "client.evalsha(typeof sha === 'string' ? sha : await sha, keys, args)",
        replace: 'client.eval(script.lua, keys, args)',
      },
    ],
    tests: scripts,
  },
  {
    id: 'hash-not-there-yet',
    why: 'C011: the first call goes out with an undefined hash',
    edits: [{ file: CALLS, find: "typeof sha === 'string' ? sha : await sha", replace: 'String(sha)' }],
    tests: scripts,
  },
  {
    id: 'script-of-its-values',
    why: 'numbers are written into the script, and those of the first limiter stick',
    edits: [
      {
        file: COMPOSE,
        find: 'list(numbers.length, (n) => `ARGV[${before + n}] + 0`)',
        replace: 'numbers.join()',
      },
    ],
    tests: stores,
  },
  {
    id: 'reset-forgets-one',
    why: 'a reset forgets the first policy of a key only',
    edits: [
      { file: RESET, find: 'unpack(KEYS)', replace: 'KEYS[1]' },
      {
        file: MEMORY,
        find: 'for (const { policy } of charges) drop',
        replace: 'for (const { policy } of charges.slice(0, 1)) drop',
      },
    ],
    tests: stores,
    only: 'reset',
  },
  {
    id: 'clock-of-the-caller',
    why: 'C017: the time is that of the calling host, and hosts differ',
    edits: [
      {
        file: STORE,
        find: "now: clock ? String(read(clock)) : '',",
        replace: 'now: String(read(clock ?? Date.now)),',
      },
    ],
    tests: ['packages/core/test/mutants-clock.test.ts'],
  },
  {
    id: 'never-told-as-minus-one',
    why: 'C026: what can never be allowed is told to be retried in -1 ms',
    edits: [{ file: REPLY, find: 'retry < 0 ? Number.POSITIVE_INFINITY : retry', replace: 'retry' }],
    tests: stores,
  },
  {
    id: 'answers-of-the-first',
    why: 'all who travel in one call get the answer of the first',
    edits: [
      {
        file: REPLY,
        find: 'outcomes.push({ verdicts, at })',
        replace: 'outcomes.push(outcomes[0] ?? { verdicts, at })',
      },
    ],
    tests: stores,
  },
  {
    id: 'nothing-left-of-a-denial',
    why: 'a denied check is told that nothing is left, though a smaller one would be allowed',
    edits: [
      { file: REPLY, find: 'remaining: unmarked(remaining)', replace: 'remaining: Math.max(0, remaining)' },
    ],
    tests: stores,
  },
  {
    id: 'longer-replies-taken',
    why: 'a reply with more numbers than were asked for is taken for an answer',
    edits: [{ file: REPLY, find: 'if (place !== reply.length) fail()', replace: '' }],
    tests: malformed,
  },
  {
    id: 'peeks-travel-with-charges',
    why: 'a peek that travels with charges is charged, or they are not',
    edits: [{ file: CHECK, find: ' && isDry(one) === isDry(other)', replace: '' }],
    tests: batch,
  },
  {
    id: 'batch-never-leaves',
    why: 'a batch that was answered counts as under way for ever, so that nothing is sent at once again',
    edits: [{ file: LANES, find: 'leave(name, lane, lane.answered)', replace: 'leave(name, lane, 0)' }],
    tests: batch,
  },
  {
    id: 'batch-leaves-twice',
    why: 'a batch that was answered is taken off what is under way with each batch that follows',
    edits: [{ file: LANES, find: 'lane.answered = 0', replace: '' }],
    tests: batch,
  },
  {
    id: 'lane-sends-once',
    why: 'only the first checks that were gathered are ever sent, and the others wait until their time is over',
    edits: [{ file: LANES, find: 'lane.scheduled = false', replace: '' }],
    tests: batch,
  },
]
