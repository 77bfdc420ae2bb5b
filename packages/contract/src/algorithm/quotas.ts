import type { Duration } from '@rl/core'
import fc from 'fast-check'

const LARGEST = Number.MAX_SAFE_INTEGER - 1
// Some thirty thousand years.
const LONGEST = 2 ** 50

/** A quota: so many units, and a length of time; their product stays whole. */
export interface Quota {
  readonly units: number
  readonly ms: number
  /** The length of time as an option takes it. */
  readonly duration: Duration
}

const small = fc.tuple(
  fc.integer({ min: 1, max: 12 }),
  fc.constantFrom(1, 2, 3, 7, 10, 64, 100, 1_000, 60_000, 86_400_000),
)

const huge = fc.integer({ min: 0, max: 52 }).chain((bits) =>
  fc.integer({ min: 1, max: 2 ** bits }).chain((units) => {
    const max = Math.min(LONGEST, Math.floor(LARGEST / units))
    return fc.tuple(fc.constant(units), fc.oneof(fc.constant(max), fc.integer({ min: 1, max })))
  }),
)

/** Mostly a few units in a short time, so that histories meet every edge; sometimes products close to 2^53. */
export const quotas = (): fc.Arbitrary<Quota> =>
  fc
    .oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: huge })
    .map(([units, ms]) => ({ units, ms, duration: `${ms}ms` }))

/** Rates of a bucket: mostly a few units an interval, sometimes as many as can be. */
export const rates = (): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: LARGEST }) },
  )
