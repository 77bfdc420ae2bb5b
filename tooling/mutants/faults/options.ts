import type { Fault } from '../fault.ts'

const OPTIONS = 'packages/core/src/options.ts'
const POLICY = 'packages/core/src/policy.ts'
const DURATION = 'packages/core/src/duration.ts'
const DETECT = 'packages/core/src/redis/clients/detect.ts'
const LOG = 'packages/core/src/algorithms/sliding-window-log/sliding-window-log.ts'
const tests = ['packages/core/test/options.test.ts']
const clients = ['packages/core/test/clients-detect.test.ts']

/** What construction can let through. */
export const options: readonly Fault[] = [
  {
    id: 'nan-is-a-number',
    why: 'C028: a limit of NaN makes every comparison false and switches the limit off',
    edits: [
      {
        file: OPTIONS,
        find: '!Number.isSafeInteger(value) || (value as number) < 1',
        replace: '(value as number) < 1',
      },
    ],
    tests,
  },
  {
    id: 'zero-is-a-limit',
    why: 'C028: zero means unlimited in one version and blocked in the next',
    edits: [{ file: OPTIONS, find: '(value as number) < 1 ||', replace: '(value as number) < 0 ||' }],
    tests,
  },
  {
    id: 'products-unbounded',
    why: 'C030: products beyond 2^53 lose units',
    edits: [
      { file: OPTIONS, find: 'if (first * second > MAX_PRODUCT) {', replace: 'if (first * second < 0) {' },
    ],
    tests,
  },
  {
    id: 'misspelt-option',
    why: 'an option that nobody knows is left out without a word',
    edits: [{ file: OPTIONS, find: 'if (!known.includes(name)) {', replace: "if (name === '') {" }],
    tests,
  },
  {
    id: 'one-name-twice',
    why: 'two policies of one name share one count',
    edits: [{ file: POLICY, find: 'if (names.has(policy.name)) {', replace: 'if (names.size < 0) {' }],
    tests,
  },
  {
    id: 'no-policy-at-all',
    why: 'a limiter without a policy lets everybody through',
    edits: [{ file: POLICY, find: 'list.length === 0 || ', replace: '' }],
    tests,
  },
  {
    id: 'bare-number',
    why: 'C022: a length of time without a unit is taken for milliseconds',
    edits: [
      {
        file: DURATION,
        find: 'UNITS[match[2] as Unit] : 0',
        replace: 'UNITS[match[2] as Unit] : Number(value)',
      },
    ],
    tests,
  },
  {
    id: 'seconds-for-milliseconds',
    why: "C022: '10s' is ten milliseconds",
    edits: [{ file: DURATION, find: 's: 1_000,', replace: 's: 1,' }],
    tests: ['packages/core/test/stores.test.ts'],
    only: 'C001|C082',
  },
  {
    id: 'log-without-a-limit',
    why: 'C048: a log of a million entries fills the Redis that all share',
    edits: [{ file: LOG, find: 'if (limit > LARGEST_LIMIT) {', replace: 'if (limit < 0) {' }],
    tests,
  },
  {
    id: 'pipeline-is-a-client',
    why: 'C010: an error inside the answer of a pipeline is taken for a count',
    edits: [
      {
        file: DETECT,
        find: 'if (client.isPipeline === true) refuse',
        replace: 'if (client.isPipeline === 1) refuse',
      },
    ],
    tests: clients,
  },
  {
    id: 'old-client',
    why: 'C085: a client of node-redis 3 has the names of the methods, but answers callbacks',
    edits: [
      {
        file: DETECT,
        find: "isFunction(client, 'internal_send_command')",
        replace: 'client.internal_send_command === 1',
      },
    ],
    tests: clients,
  },
  {
    id: 'legacy-client',
    why: 'C085: a client of an old call style fails at its first request',
    edits: [
      { file: DETECT, find: 'if (legacyMode === true) refuse', replace: 'if (legacyMode === 1) refuse' },
    ],
    tests: clients,
  },
]
