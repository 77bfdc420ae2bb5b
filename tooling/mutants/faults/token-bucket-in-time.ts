import type { Fault } from '../fault.ts'

const TS = 'packages/core/src/algorithms/token-bucket/continuous.ts'
const LUA = 'packages/core/src/algorithms/token-bucket/continuous.lua'
const tests = ['packages/core/src/algorithms/token-bucket/token-bucket.test.ts']

/** Continuous refill: what both twins can do wrong alike about time, life and other numbers. */
export const tokenBucketInTime: readonly Fault[] = [
  {
    id: 'bucket-time-rewound',
    why: 'C017: a call with an older time rewinds the stored one, and the next refills once more',
    edits: [
      {
        file: TS,
        find: 'return [level, Math.max(now, time), interval, state[3]!]',
        replace: 'return [level, now, interval, state[3]!]',
      },
      {
        file: LUA,
        find: 'if time - now > math.ceil(full / rate) then level = full end',
        replace: 'if time - now > math.ceil(full / rate) then level = full end time = now',
      },
    ],
    tests,
  },
  {
    id: 'bucket-drained-by-the-clock',
    why: 'C018: the clock steps back and the negative time takes tokens away',
    edits: [
      { file: TS, find: 'if (now > time && level < full) {', replace: 'if (level < full) {' },
      {
        file: LUA,
        find: 'if time - now > math.ceil(full / rate) then level = full end',
        replace:
          'if time - now > math.ceil(full / rate) then level = full else level = level + (now - time) * rate end',
      },
    ],
    tests,
  },
  {
    id: 'bucket-broken-clock-stands',
    why: 'law 5: a stored time far in the future locks its key out until then',
    edits: [
      { file: TS, find: 'if (time - now > Math.ceil(full / rate))', replace: 'if (time < 0)' },
      {
        file: LUA,
        find: 'if time - now > math.ceil(full / rate) then level = full end',
        replace: '',
      },
    ],
    tests,
  },
  {
    id: 'bucket-unit-not-converted',
    why: 'law 8: after a change of the interval the old level is read in the new unit',
    edits: [
      {
        file: TS,
        find: 'if (state[2]! !== interval) level = convert(level, state[2]!, numbers[0]!, interval)',
        replace: '',
      },
      {
        file: LUA,
        find: 'if unit ~= interval then',
        replace: 'if unit < 0 then',
      },
    ],
    tests: ['packages/core/test/mutants-changes.test.ts'],
  },
  {
    id: 'bucket-old-capacity-wins',
    why: 'C050: a level above the new capacity is kept, so a lowered limit does not act',
    edits: [
      { file: TS, find: 'if (level >= full) return [full, now, interval, now]', replace: '' },
      { file: LUA, find: 'if level >= full then level, time, since = full, now, now end', replace: '' },
    ],
    tests,
  },
  {
    id: 'bucket-reset-for-one-token',
    why: 'C005: the life of the state is that of one token, so the bucket comes back full',
    edits: [
      { file: TS, find: 'Math.ceil(missing / rate)', replace: 'Math.ceil(interval / rate)' },
      {
        file: LUA,
        find: 'time - now + math.ceil((full - level) / rate)',
        replace: 'time - now + math.ceil(interval / rate)',
      },
    ],
    tests,
    only: 'continuous refill.*law 4',
  },
  {
    id: 'bucket-reset-doubled',
    why: 'a published recipe: the life is twice the time to fill',
    edits: [
      { file: TS, find: 'Math.ceil(missing / rate)', replace: '2 * Math.ceil(missing / rate)' },
      {
        file: LUA,
        find: 'time - now + math.ceil((full - level) / rate)',
        replace: 'time - now + 2 * math.ceil((full - level) / rate)',
      },
    ],
    tests,
    only: 'continuous refill.*law 4',
  },
  {
    id: 'bucket-refund-too-late',
    why: 'a charge is given back although the bucket has been full since',
    edits: [
      { file: TS, find: 'if (level >= full || at < since)', replace: 'if (level >= full)' },
      { file: LUA, find: 'if settled >= full or at < last', replace: 'if settled >= full' },
    ],
    tests,
    only: 'continuous refill.*refund',
  },
  {
    id: 'bucket-unit-rounded-up',
    why: 'law 8: a change of the interval makes a part of a token appear',
    edits: [
      {
        file: TS,
        find: 'Math.floor(((level - whole * unit) * interval) / unit)',
        replace: 'Math.ceil(((level - whole * unit) * interval) / unit)',
      },
      {
        file: LUA,
        find: 'math.floor((level - whole * unit) * interval / unit)',
        replace: 'math.ceil((level - whole * unit) * interval / unit)',
      },
    ],
    tests: ['packages/core/test/mutants-changes.test.ts'],
  },
]
