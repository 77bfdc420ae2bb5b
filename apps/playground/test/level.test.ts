import { createLimiter, memoryStore } from '@rl/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLevel, courseOf, exactly, type LevelPoint, later } from '../src/page/live/level.ts'
import { type PolicySpec, toPolicy } from '../src/page/policy/spec.ts'

const trickling: readonly PolicySpec[] = [
  { algorithm: 'tokenBucket', options: { capacity: '7', refillRate: '3', refillInterval: '2s' } },
  { algorithm: 'leakyBucket', options: { capacity: '7', leakRate: '3', leakInterval: '2s' } },
]

describe('the level that is drawn between requests', () => {
  it.each(trickling)('is the one that the library decides by: %o', async (spec) => {
    const policy = toPolicy(spec)
    const course = courseOf(spec, policy)
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ wait: fc.integer({ min: 0, max: 4_000 }), cost: fc.integer({ min: 1, max: 4 }) }),
        ),
        fc.integer({ min: 0, max: 6_000 }),
        async (requests, rest) => {
          let now = 1_000_000
          const limiter = createLimiter({ store: memoryStore({ clock: () => now }), policies: policy })
          const points: LevelPoint[] = []
          const see = (at: number, remaining: number, resetAfterMs: number) =>
            addLevel(points, { at, left: remaining, resetMs: resetAfterMs }, course)
          for (const { wait, cost } of requests) {
            now += wait
            const { at, remaining, resetAfterMs } = await limiter.consume('key', { cost })
            see(at, remaining, resetAfterMs)
            const drawn = points.map(({ at }) => at)
            expect(drawn).toEqual(drawn.toSorted((one, other) => one - other))
          }
          now += rest
          const { remaining, resetAfterMs } = await limiter.peek('key', { cost: 0 })
          const last = points.at(-1)
          if (last === undefined) return
          const drawn = later(last, now, course)
          // The time to full is a whole millisecond: so exact is what is drawn.
          expect(
            Math.abs(drawn - exactly({ at: now, left: remaining, resetMs: resetAfterMs }, course)),
          ).toBeLessThan(course.perMs * 1.01 + 1e-9)
          expect(drawn).toBeLessThanOrEqual(7)
          expect(drawn).toBeGreaterThanOrEqual(remaining - course.perMs - 1e-9)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('has a corner where it is full, and a drop where it is charged', () => {
    const spec = trickling[0]!
    const course = courseOf(spec, toPolicy(spec))
    const points: LevelPoint[] = []
    addLevel(points, { at: 0, left: 4, resetMs: 2_000 }, course)
    addLevel(points, { at: 5_000, left: 6, resetMs: 667 }, course)
    expect(points.map(({ at, left }) => [Math.round(at), Math.round(left)])).toEqual([
      [0, 4],
      [2_000, 7],
      [5_000, 7],
      [5_000, 6],
    ])
  })
})
