import type { Policy } from '@rl/core'
import fc from 'fast-check'
import type { Mode } from './subject.ts'

/** Units to ask for: so many, so many twelfths of the capacity, or so many more than can be spent now. */
export type Amount = { units: number } | { twelfths: number } | { left: number }

/** How long to let pass: so many ms, so many twelfths of the window, or so many ms more than the last answer named. */
export type Pause = { ms: number } | { twelfths: number } | { retry: number } | { reset: number }

/** One thing that happens to a key, told in terms of its policy, so that it makes sense for any numbers. */
export type Step =
  | { do: 'consume' | 'peek'; cost: Amount }
  | { do: 'wait' | 'back'; pause: Pause }
  | { do: 'refund'; nth: number }
  | { do: 'reset' }
  | { do: 'change'; nth: number }

export type Deed = Step['do']

export interface History {
  /** Where the clock stands at first. */
  readonly start: number
  /** The numbers that are in force, one after another; the first to begin with. */
  readonly policies: readonly Policy[]
  readonly steps: readonly Step[]
}

const near = fc.constantFrom(-1, 0, 1)

export const amounts: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ units: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ twelfths: fc.integer({ min: 0, max: 14 }) }) },
  { weight: 3, arbitrary: fc.record({ left: near }) },
)

export const pauses: fc.Arbitrary<Pause> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ms: fc.nat({ max: 20 }) }) },
  { weight: 3, arbitrary: fc.record({ twelfths: fc.integer({ min: 0, max: 14 }) }) },
  { weight: 3, arbitrary: fc.record({ retry: near }) },
  { weight: 2, arbitrary: fc.record({ reset: near }) },
  { weight: 1, arbitrary: fc.record({ twelfths: fc.integer({ min: 12, max: 40 }) }) },
)

const STEPS: { [D in Deed]: fc.WeightedArbitrary<Step> } = {
  consume: { weight: 12, arbitrary: fc.record({ do: fc.constant('consume'), cost: amounts }) },
  peek: { weight: 2, arbitrary: fc.record({ do: fc.constant('peek'), cost: amounts }) },
  wait: { weight: 8, arbitrary: fc.record({ do: fc.constant('wait'), pause: pauses }) },
  back: { weight: 2, arbitrary: fc.record({ do: fc.constant('back'), pause: pauses }) },
  refund: { weight: 3, arbitrary: fc.record({ do: fc.constant('refund'), nth: fc.nat({ max: 9 }) }) },
  reset: { weight: 1, arbitrary: fc.record({ do: fc.constant('reset') }) },
  change: { weight: 2, arbitrary: fc.record({ do: fc.constant('change'), nth: fc.nat({ max: 2 }) }) },
}

/** A list of steps, of these kinds only. */
export const steps = (deeds: readonly Deed[], maxLength = 20): fc.Arbitrary<Step[]> =>
  fc.array(fc.oneof(...deeds.map((deed) => STEPS[deed])), { maxLength, size: 'max' })

/** Where a clock may stand: at the epoch, near it, now. */
export const starts: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 1, 1_000),
  fc.nat({ max: 100_000 }),
  fc.integer({ min: 1_699_999_200_000, max: 1_700_009_200_000 }),
)

/** Lists of policies that a counterexample shows as their numbers. */
export const shown = (policies: fc.Arbitrary<Policy[]>): fc.Arbitrary<Policy[]> =>
  policies.map((list) =>
    Object.defineProperty(list, fc.toStringMethod, {
      value: () => JSON.stringify(list.map(({ numbers }) => numbers)),
    }),
  )

// Some thirty thousand years: no sum of a time and a few windows leaves the whole numbers.
const LONGEST_WINDOW = 2 ** 50

/** Policies of a mode under one name, of a window that clocks can tell. */
export const named = (mode: Mode, name: string): fc.Arbitrary<Policy> =>
  mode(name).filter(({ quota }) => quota.windowMs <= LONGEST_WINDOW)

/** Histories of one key under policies of one mode. Its numbers change only where `change` is one of the deeds. */
export const histories = (mode: Mode, deeds: readonly Deed[]): fc.Arbitrary<History> =>
  fc.record({
    start: starts,
    policies: shown(
      fc.array(named(mode, 'p'), { minLength: 1, maxLength: deeds.includes('change') ? 3 : 1 }),
    ),
    steps: steps(deeds),
  })
