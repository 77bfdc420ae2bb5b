import type { Fault } from '../fault.ts'

const folder = 'packages/core/src/algorithms'
const testOf = (name: string): readonly string[] => [`${folder}/${name}/${name}.test.ts`]
const only = 'Redis and memory'

/** What one of the twins does otherwise than the other, which neither law nor value need show. */
export const twins: readonly Fault[] = [
  {
    id: 'twin-bucket-rounds-up',
    why: 'on Redis a part of a token counts as a whole one',
    edits: [
      {
        file: `${folder}/token-bucket/continuous.lua`,
        find: 'math.floor(level / interval), retry',
        replace: 'math.ceil(level / interval), retry',
      },
    ],
    tests: testOf('token-bucket'),
    only,
  },
  {
    id: 'twin-interval-starts-now',
    why: 'C033: on Redis a refill throws away the part of an interval that has passed',
    edits: [
      {
        file: `${folder}/token-bucket/interval.lua`,
        find: 'start + passed * interval',
        replace: 'passed > 0 and now or start',
      },
    ],
    tests: testOf('token-bucket'),
    only: 'interval refill: Redis and memory',
  },
  {
    id: 'twin-window-follows-the-clock',
    why: 'C017: on Redis a clock that steps back starts an aligned window anew',
    edits: [
      {
        file: `${folder}/fixed-window/fixed-window.lua`,
        find: 'local at = math.max(now, start)',
        replace: 'local at = now',
      },
    ],
    tests: testOf('fixed-window'),
    only: 'aligned to the clock: Redis and memory',
  },
  {
    id: 'twin-log-leaves-early',
    why: 'C046: on Redis an entry leaves a millisecond sooner',
    edits: [
      {
        file: `${folder}/sliding-window-log/sliding-window-log.lua`,
        find: 'leading(length, at, time - window)',
        replace: 'leading(length, at, time - window + 1)',
      },
    ],
    tests: testOf('sliding-window-log'),
    only,
  },
  {
    id: 'twin-counter-rounds-up',
    why: 'C042: on Redis a unit of which only a part has come free counts as free',
    edits: [
      {
        file: `${folder}/sliding-window-counter/sliding-window-counter.lua`,
        find: 'math.ceil(share / window)',
        replace: 'math.floor(share / window)',
      },
    ],
    tests: testOf('sliding-window-counter'),
    only,
  },
  {
    id: 'twin-leaky-rounds-down',
    why: 'on Redis a part of a unit leaks where the interval changes',
    edits: [
      {
        file: `${folder}/leaky-bucket/leaky-bucket.lua`,
        find: 'math.ceil((level - whole * unit) * interval / unit)',
        replace: 'math.floor((level - whole * unit) * interval / unit)',
      },
    ],
    tests: ['packages/core/test/mutants-changes.test.ts'],
  },
  {
    id: 'state-of-48-bits',
    why: 'C030: levels of large buckets lose their highest bits on Redis',
    edits: [
      { file: 'packages/core/src/redis/kinds.ts', find: 'const BYTES = 7', replace: 'const BYTES = 6' },
    ],
    tests: testOf('token-bucket'),
    only,
  },
  {
    id: 'entries-of-14-digits',
    why: 'C030: Lua writes a large number as 2.2517998136852e+15',
    edits: [
      {
        file: 'packages/core/src/redis/times.lua',
        find: "local entry_i = string.format('%.0f', stamp_i)",
        replace: 'local entry_i = tostring(stamp_i)',
      },
    ],
    tests: testOf('sliding-window-log'),
    only,
  },
  {
    id: 'refund-leaves-an-empty-window',
    why: 'on Redis a key stays after all that it was charged was given back',
    edits: [
      {
        file: `${folder}/fixed-window/fixed-window.lua`,
        find: 'if cost >= used then return 0, start, 0 end',
        replace: 'if cost >= used then return start + window - now, start, 0 end',
      },
    ],
    tests: ['packages/core/test/decision.test.ts'],
  },
]
