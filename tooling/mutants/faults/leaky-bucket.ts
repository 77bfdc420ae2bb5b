import type { Fault } from '../fault.ts'

const TS = 'packages/core/src/algorithms/leaky-bucket/leaky-bucket.ts'
const LUA = 'packages/core/src/algorithms/leaky-bucket/leaky-bucket.lua'
const tests = ['packages/core/src/algorithms/leaky-bucket/leaky-bucket.test.ts']

/** Leaky bucket: what both twins can do wrong alike. */
export const leakyBucket: readonly Fault[] = [
  {
    id: 'leaky-empty-each-period',
    why: 'C037: the level is back to nothing every period, so that about twice the rate passes',
    edits: [
      {
        file: TS,
        find: 'if (now - time >= Math.ceil(level / rate)) level = 0',
        replace: 'if (now - time >= interval) level = 0',
      },
      {
        file: LUA,
        find: 'if now - time >= math.ceil(level / rate) then',
        replace: 'if now - time >= interval then',
      },
    ],
    tests,
  },
  {
    id: 'leaky-no-leak-within-a-period',
    why: 'C037: nothing leaks while less than a whole period has passed',
    edits: [
      {
        file: TS,
        find: 'level -= (now - time) * rate',
        replace: 'level -= Math.floor((now - time) / interval) * interval * rate',
      },
      {
        file: LUA,
        find: 'level = level - (now - time) * rate',
        replace: 'level = level - math.floor((now - time) / interval) * interval * rate',
      },
    ],
    tests,
  },
  {
    id: 'leaky-empty-time-of-one',
    why: 'C037: the time to empty is that of one hit instead of all',
    edits: [
      {
        file: TS,
        find: 'level > 0 ? time - now + Math.ceil(level / rate) : 0,',
        replace: 'level > 0 ? time - now + Math.ceil(interval / rate) : 0,',
      },
      {
        file: LUA,
        find: 'level > 0 and time - now + math.ceil(level / rate) or 0',
        replace: 'level > 0 and time - now + math.ceil(interval / rate) or 0',
      },
    ],
    tests,
    only: 'law 4',
  },
  {
    id: 'leaky-retry-late',
    why: 'retryAfterMs is a millisecond too long',
    edits: [
      {
        file: TS,
        find: '(level - (full - cost * interval)) / rate)',
        replace: '(level - (full - cost * interval)) / rate) + 1',
      },
      {
        file: LUA,
        find: '(level - (full - cost * interval)) / rate)',
        replace: '(level - (full - cost * interval)) / rate) + 1',
      },
    ],
    tests,
  },
  {
    id: 'leaky-cost-not-compared',
    why: 'a call is let in while the bucket is not full, whatever it pours in',
    edits: [
      {
        file: TS,
        find: 'else if (level <= full - cost * interval)',
        replace: 'else if (level <= full - Math.min(cost, 1) * interval)',
      },
      {
        file: LUA,
        find: 'elseif level <= full - cost * interval then',
        replace: 'elseif level <= full - math.min(cost, 1) * interval then',
      },
    ],
    tests,
  },
  {
    id: 'leaky-filled-by-the-clock',
    why: 'C018: the clock steps back and the negative time fills the bucket',
    edits: [
      { file: TS, find: 'if (now > time) {', replace: 'if (now !== time) {' },
      { file: LUA, find: 'if now > time then', replace: 'if now ~= time then' },
    ],
    tests,
  },
  {
    id: 'leaky-time-rewound',
    why: 'C017: a call with an older time rewinds the stored one, and the next leaks once more',
    edits: [
      { file: TS, find: 'return [level, Math.max(now, time), since]', replace: 'return [level, now, since]' },
      { file: LUA, find: 'return level, math.max(now, time), since', replace: 'return level, now, since' },
    ],
    tests,
  },
  {
    id: 'leaky-broken-clock-stands',
    why: 'law 5: a stored time far in the future locks its key out until then',
    edits: [
      { file: TS, find: 'if (time - now > Math.ceil(full / rate))', replace: 'if (time < 0)' },
      { file: LUA, find: 'if time - now > math.ceil(full / rate) then', replace: 'if time < 0 then' },
    ],
    tests,
  },
  {
    id: 'leaky-unit-not-converted',
    why: 'law 8: after a change of the interval the old level is read in the new unit',
    edits: [
      {
        file: TS,
        find: 'if (unit !== interval) level = convert(level, unit, capacity, interval)',
        replace: '',
      },
      {
        file: LUA,
        find: 'if unit ~= interval then level = convert(level, unit, capacity, interval) end',
        replace: '',
      },
    ],
    tests: ['packages/core/test/mutants-changes.test.ts'],
  },
  {
    id: 'leaky-refund-too-late',
    why: 'a charge is given back although the bucket has been empty since',
    edits: [
      { file: TS, find: 'if (level <= 0 || at < since)', replace: 'if (level <= 0)' },
      { file: LUA, find: 'if level <= 0 or at < since', replace: 'if level <= 0' },
    ],
    tests,
    only: 'refund',
  },
  {
    id: 'leaky-unit-rounded-down',
    why: 'law 8: a change of the interval makes a part of a unit leak',
    edits: [
      {
        file: TS,
        find: 'Math.ceil(((level - whole * unit) * interval) / unit)',
        replace: 'Math.floor(((level - whole * unit) * interval) / unit)',
      },
      {
        file: LUA,
        find: 'math.ceil((level - whole * unit) * interval / unit)',
        replace: 'math.floor((level - whole * unit) * interval / unit)',
      },
    ],
    tests: ['packages/core/test/mutants-changes.test.ts'],
  },
]
