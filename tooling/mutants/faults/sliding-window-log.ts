import type { Fault } from '../fault.ts'

const TS = 'packages/core/src/algorithms/sliding-window-log/sliding-window-log.ts'
const LUA = 'packages/core/src/algorithms/sliding-window-log/sliding-window-log.lua'
const MEMORY = 'packages/core/src/memory/log.ts'
const REDIS = 'packages/core/src/redis/times.lua'
const tests = ['packages/core/src/algorithms/sliding-window-log/sliding-window-log.test.ts']

/** Sliding window log: what both twins, and how both stores keep a log, can do wrong alike. */
export const slidingWindowLog: readonly Fault[] = [
  {
    id: 'log-entries-leave-late',
    why: 'C046: an entry counts in the millisecond in which it is a window old',
    edits: [
      {
        file: TS,
        find: 'leading(times, length, time - window)',
        replace: 'leading(times, length, time - window - 1)',
      },
      {
        file: LUA,
        find: 'leading(length, at, time - window)',
        replace: 'leading(length, at, time - window - 1)',
      },
    ],
    tests,
  },
  {
    id: 'log-entries-leave-early',
    why: 'an entry leaves a millisecond before it is a window old',
    edits: [
      {
        file: TS,
        find: 'leading(times, length, time - window)',
        replace: 'leading(times, length, time - window + 1)',
      },
      {
        file: LUA,
        find: 'leading(length, at, time - window)',
        replace: 'leading(length, at, time - window + 1)',
      },
    ],
    tests,
  },
  {
    id: 'log-wait-for-the-newest',
    why: 'C046: the wait is until the newest entry leaves, not until enough of the oldest have',
    edits: [
      { file: TS, find: 'times.at(dropFirst + used + cost - limit - 1)', replace: 'newest' },
      { file: LUA, find: 'at(first + used + cost - limit - 1)', replace: 'newest' },
    ],
    tests,
  },
  {
    id: 'log-wait-for-one',
    why: 'C047: the wait is until the oldest entry leaves, whatever the cost',
    edits: [
      { file: TS, find: 'times.at(dropFirst + used + cost - limit - 1)', replace: 'times.at(dropFirst)' },
      { file: LUA, find: 'at(first + used + cost - limit - 1)', replace: 'at(first)' },
    ],
    tests,
  },
  {
    id: 'log-one-entry-a-call',
    why: 'C047: a call that costs much is written down once, and small ones slip past the limit',
    edits: [
      { file: MEMORY, find: 'n < count; n++', replace: 'n < Math.min(count, 1); n++' },
      { file: REDIS, find: 'if cost_i == 1 then', replace: 'if cost_i > 0 then' },
    ],
    tests,
    only: 'law 5',
  },
  {
    id: 'log-one-entry-a-millisecond',
    why: 'C044: times are members of a set, so calls of one millisecond count once',
    edits: [
      {
        file: MEMORY,
        find: 'this.#times.push(time)',
        replace: 'if (this.#times.at(-1) !== time) this.#times.push(time)',
      },
      {
        file: REDIS,
        find: 'if cost_i == 1 then',
        replace: "if redis.call('LINDEX', KEY_i, -1) == entry_i then\nelseif cost_i > 0 then",
      },
    ],
    tests,
    only: 'law 5',
  },
  {
    id: 'log-reset-of-the-oldest',
    why: 'C005: the life is that of the oldest entry, so the newer ones are forgotten with it',
    edits: [
      {
        file: TS,
        find: '(allowed && cost > 0 ? time : newest)',
        replace: '(used > 0 ? times.at(dropFirst) : time)',
      },
      {
        file: LUA,
        find: 'if cost > 0 then newest = time end',
        replace: 'newest = used > 0 and at(first) or time',
      },
    ],
    tests,
    only: 'law 4',
  },
  {
    id: 'log-follows-the-clock-back',
    why: 'law 5: entries of a clock that stepped back are out of order, and some never leave',
    edits: [
      {
        file: TS,
        find: 'const time = Math.max(now, newest)',
        replace: 'const time = now',
      },
      { file: LUA, find: 'local time = math.max(now, newest)', replace: 'local time = now' },
    ],
    tests,
  },
  {
    id: 'log-broken-clock-stands',
    why: 'law 5: entries far in the future lock their key out until then',
    edits: [
      { file: TS, find: 'newest - now > window', replace: 'length < 0' },
      { file: LUA, find: 'newest - now > window', replace: 'length < 0' },
    ],
    tests,
  },
  {
    id: 'log-refund-of-what-left',
    why: 'entries that have left the window are given back',
    edits: [
      {
        file: TS,
        find: 'Math.max(first, leading(times, kept, at - 1))',
        replace: 'leading(times, kept, at - 1)',
      },
      {
        file: LUA,
        find: 'math.max(first, leading(kept, at, at_time - 1))',
        replace: 'leading(kept, at, at_time - 1)',
      },
    ],
    tests,
    only: 'refund',
  },
]
