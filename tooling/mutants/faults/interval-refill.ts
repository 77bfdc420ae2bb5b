import type { Fault } from '../fault.ts'

const TS = 'packages/core/src/algorithms/token-bucket/interval.ts'
const LUA = 'packages/core/src/algorithms/token-bucket/interval.lua'
const tests = ['packages/core/src/algorithms/token-bucket/token-bucket.test.ts']

/** Interval refill: what both twins can do wrong alike. */
export const intervalRefill: readonly Fault[] = [
  {
    id: 'interval-starts-now',
    why: 'C033: a refill throws away the part of an interval that has passed',
    edits: [
      { file: TS, find: 'start += passed * interval', replace: 'if (passed > 0) start = now' },
      { file: LUA, find: 'start + passed * interval', replace: 'passed > 0 and now or start' },
    ],
    tests,
    only: 'interval refill',
  },
  {
    id: 'interval-moves-at-every-call',
    why: 'C035: the start of the interval moves with every call, so a steady caller never sees a token again',
    edits: [
      { file: TS, find: 'start += passed * interval', replace: 'start = now' },
      { file: LUA, find: 'start + passed * interval', replace: 'now' },
    ],
    tests,
    only: 'interval refill',
  },
  {
    id: 'interval-fills-at-once',
    why: 'C005: after one interval the bucket is full, whatever the rate',
    edits: [
      {
        file: TS,
        find: 'if (passed >= Math.ceil((capacity - level) / rate)) {',
        replace: 'if (passed >= 1) {',
      },
      {
        file: LUA,
        find: 'if passed >= math.ceil((capacity - level) / rate) then',
        replace: 'if passed >= 1 then',
      },
    ],
    tests,
    only: 'interval refill',
  },
  {
    id: 'interval-counts-one',
    why: 'after several intervals only the tokens of one come in',
    edits: [
      { file: TS, find: 'level += passed * rate', replace: 'level += Math.min(passed, 1) * rate' },
      { file: LUA, find: 'level + passed * rate', replace: 'level + math.min(passed, 1) * rate' },
    ],
    tests,
    only: 'interval refill',
  },
  {
    id: 'interval-wait-from-now',
    why: 'the wait is whole intervals from now on, as if none were running',
    edits: [
      { file: TS, find: 'start - now + Math.ceil(tokens', replace: 'Math.ceil(tokens' },
      {
        file: LUA,
        find: 'retry = start - now + math.ceil((cost - level) / rate)',
        replace: 'retry = math.ceil((cost - level) / rate)',
      },
    ],
    tests,
    only: 'interval refill',
  },
  {
    id: 'interval-runs-while-full',
    why: 'law 4: a full bucket keeps the interval of old, which a new key has not',
    edits: [
      {
        file: TS,
        find: 'if (level >= capacity) return [capacity, now, now]',
        replace: 'if (level >= capacity) return [capacity, start, now]',
      },
      {
        file: LUA,
        find: 'if level >= capacity then return capacity, now, now end',
        replace: 'if level >= capacity then return capacity, start, now end',
      },
    ],
    tests,
    only: 'interval refill.*law 4',
  },
  {
    id: 'interval-broken-clock-stands',
    why: 'law 5: a stored start far in the future locks its key out until then',
    edits: [
      {
        file: TS,
        find: 'if (start - now > Math.ceil(capacity / rate) * interval)',
        replace: 'if (start < 0)',
      },
      {
        file: LUA,
        find: 'if start - now > math.ceil(capacity / rate) * interval then',
        replace: 'if start < 0 then',
      },
    ],
    tests,
    only: 'interval refill',
  },
  {
    id: 'interval-refund-too-late',
    why: 'a charge is given back although the bucket has been full since',
    edits: [
      { file: TS, find: 'if (level >= capacity || at < since)', replace: 'if (level >= capacity)' },
      { file: LUA, find: 'if level >= capacity or at < since', replace: 'if level >= capacity' },
    ],
    tests,
    only: 'interval refill.*refund',
  },
]
