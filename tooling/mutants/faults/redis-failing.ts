import type { Fault } from '../fault.ts'

const RESET = 'packages/core/src/redis/reset.lua'
const REFUND = 'packages/core/src/redis/refund.lua'
const DEADLINE = 'packages/core/src/redis/deadline.ts'
const CALLS = 'packages/core/src/redis/calls.ts'
const CONSUME = 'packages/core/src/redis/consume.lua'
const EXCHANGE = 'packages/core/src/redis/exchange.ts'
const FAILURES = 'packages/core/src/redis/failures.ts'
const scripts = ['packages/core/test/scripts.test.ts']
const deadline = ['packages/core/test/mutants-deadline.test.ts']

/** What can go wrong when Redis is late, away or refuses. */
export const redisFailing: readonly Fault[] = [
  {
    id: 'no-deadline',
    why: 'a call waits for as long as the client does, which may be for ever',
    edits: [{ file: CALLS, find: 'deadlineOf(one).watch(one)', replace: '' }],
    tests: deadline,
  },
  {
    id: 'charged-after-the-deadline',
    why: 'a call that was given up is charged when Redis comes back',
    edits: [
      {
        file: CONSUME,
        find: 'if now > ARGV[COSTS] + 0 then return { now } end',
        replace: '',
      },
    ],
    tests: deadline,
  },
  {
    id: 'text-sent-for-nobody',
    why: 'a call that was given up is sent again by its text',
    edits: [{ file: CALLS, find: ' || call.count === 0', replace: '' }],
    tests: deadline,
  },
  {
    id: 'late-rejection-unhandled',
    why: 'C011: a rejection that nobody waits for any more ends the process',
    edits: [
      {
        file: EXCHANGE,
        find: '(error: unknown) => reject(asStoreError(error))',
        replace: `(error: unknown) => {
          reject(asStoreError(error))
          throw error
        }`,
      },
    ],
    tests: deadline,
  },
  {
    id: 'abandoned-without-end',
    why: 'a dead Redis fills the heap with commands that were given up',
    edits: [{ file: CALLS, find: 'abandoned >= maxAbandoned', replace: 'abandoned < 0' }],
    tests: deadline,
  },
  {
    id: 'abandoned-never-forgiven',
    why: 'after an outage the store refuses for ever',
    edits: [
      {
        file: CALLS,
        find: 'finally {\n        if (call.',
        replace: 'finally {\n        if (abandoned < 0 && call.',
      },
    ],
    tests: deadline,
  },
  {
    id: 'error-of-the-client',
    why: 'what a client throws comes out as it is, and nobody knows it for a store error',
    edits: [
      {
        file: FAILURES,
        find: 'if (isStoreError(error)) return error',
        replace: 'if (error) return error as StoreError',
      },
    ],
    tests: scripts,
  },
  {
    id: 'key-in-the-cause',
    why: 'ioredis and Redis itself put the arguments of a command, keys among them, into their errors',
    edits: [
      { file: FAILURES, find: 'const cause = withoutArguments(error)', replace: 'const cause = error' },
    ],
    tests: ['packages/core/test/cases/failing.test.ts'],
    only: 'neither key nor password',
  },
  {
    id: 'busy-taken-for-dead',
    why: 'timers fire before sockets are read, so a process that stood still gives up what is answered already',
    edits: [
      { file: DEADLINE, find: 'const LEAST_TICKS = 10', replace: 'const LEAST_TICKS = 0' },
      { file: DEADLINE, find: 'afterReading(() => expire(now))', replace: 'expire(now)' },
    ],
    tests: ['packages/core/test/deadline-busy.test.ts'],
    only: 'does not take Redis for dead',
  },
  {
    id: 'reset-after-the-deadline',
    why: 'a reset that was given up forgets, later, what others have charged meanwhile',
    edits: [{ file: RESET, find: 'if now > ARGV[1] + 0 then return { now } end', replace: '' }],
    tests: deadline,
  },
  {
    id: 'refund-after-the-deadline',
    why: 'a refund that was given up is made later all the same',
    edits: [
      { file: REFUND, find: 'if now > ARGV[COSTS + #KEYS + 2] + 0 then return { now } end', replace: '' },
    ],
    tests: deadline,
  },
  {
    id: 'slow-refused-for-good',
    why: 'a process whose turns are long is refused as too late, again and again, until it takes Redis for dead',
    edits: [{ file: CALLS, find: 'const MOST_RENEWALS = 3', replace: 'const MOST_RENEWALS = 0' }],
    tests: ['packages/core/test/deadline-busy.test.ts'],
    only: 'for many turns',
  },
  {
    id: 'start-taken-for-dead',
    why: 'a client needs more turns to connect than a process that starts is given',
    edits: [{ file: DEADLINE, find: 'const LEAST_TICKS = 10', replace: 'const LEAST_TICKS = 3' }],
    tests: ['packages/core/test/deadline-busy.test.ts'],
    only: 'a process that starts',
  },
  {
    id: 'deadline-holds-on',
    why: 'as long as there is never a moment without a pending check, all that were ever asked stay in memory',
    edits: [
      {
        file: DEADLINE,
        find: '    while (head?.done) {',
        replace: '    while (head === one && one.next === undefined) {',
      },
    ],
    tests: ['packages/core/test/deadline-lets-go.test.ts'],
  },
]
