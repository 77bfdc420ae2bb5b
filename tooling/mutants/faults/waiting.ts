import type { Fault } from '../fault.ts'

const QUEUE = 'packages/core/src/queue.ts'
const WAIT = 'packages/core/src/wait.ts'
const ABORT = 'packages/core/src/on-abort.ts'
const tests = ['packages/core/test/wait.test.ts']
const queue = ['packages/core/test/wait-queue.test.ts']
const abort = ['packages/core/test/wait-abort.test.ts']

/** How those who wait can be served wrongly. */
export const waiting: readonly Fault[] = [
  {
    id: 'all-who-wait-ask',
    why: 'a thousand who wait for one key stampede Redis',
    edits: [{ file: WAIT, find: 'queues.get(key) ??', replace: 'undefined ??' }],
    tests: queue,
  },
  {
    id: 'wait-polls',
    why: 'who waits asks every few milliseconds instead of when it makes sense',
    edits: [
      {
        file: QUEUE,
        find: 'setTimeout(() => wake(), jittered(ms))',
        replace: 'setTimeout(() => wake(), Math.min(5, ms))',
      },
    ],
    tests: queue,
  },
  {
    id: 'wait-ends-early',
    why: 'C032: a wait longer than the longest timer ends at once',
    edits: [
      { file: QUEUE, find: 'ms / 10)), LONGEST_TIMER_MS)', replace: 'ms / 10)), Number.POSITIVE_INFINITY)' },
    ],
    tests,
  },
  {
    id: 'max-wait-left-out',
    why: '`maxWait` is taken and has no effect',
    edits: [{ file: QUEUE, find: 'if (waiter.until < from)', replace: 'if (waiter.until < 0)' }],
    tests,
  },
  {
    id: 'one-too-much-ends-all',
    why: 'while the store is away, one who asks for more than a share ends the waiting of those behind',
    edits: [
      {
        file: QUEUE,
        find: 'else left ??= { reason: tooMuch(decision) }',
        replace: 'else throw tooMuch(decision)',
      },
    ],
    tests: ['packages/core/test/around/fallback.test.ts'],
  },
  {
    id: 'max-wait-slept-through',
    why: 'who cannot be served in time is told only when the time is over',
    edits: [
      {
        file: QUEUE,
        find: 'leaveIfLate(first, performance.now() + ms)',
        replace: 'leaveIfLate(first, performance.now())',
      },
      { file: QUEUE, find: 'for (const waiter of hurried.keys()) leaveIfLate(waiter, nextTry)', replace: '' },
    ],
    tests,
  },
  {
    id: 'aborted-stays-charged',
    why: 'what was charged for one who has left meanwhile is not taken back',
    edits: [{ file: QUEUE, find: 'await refund(decision).catch(() => false)', replace: '' }],
    tests: abort,
  },
  {
    id: 'abort-left-out',
    why: 'the signal is taken and has no effect',
    edits: [{ file: ABORT, find: 'calls.add(call)', replace: '' }],
    tests: abort,
  },
  {
    id: 'abort-listener-stays',
    why: 'each wait leaves a listener on the signal',
    edits: [{ file: ABORT, find: "signal.removeEventListener('abort', listener)", replace: '' }],
    tests: abort,
  },
  {
    id: 'queue-stays',
    why: 'the queue of every key that was ever waited for stays, and serves nobody again',
    edits: [{ file: WAIT, find: '() => queues.delete(key)', replace: '() => {}' }],
    tests: abort,
    only: 'serves a key again',
  },
  {
    id: 'store-error-for-one',
    why: 'when the store cannot decide for one, the others try it one after the other',
    edits: [
      {
        file: QUEUE,
        find: 'if (isStoreError(reason)) for (const waiter of waiters) leave(waiter, reason)',
        replace: '',
      },
    ],
    tests,
  },
]
