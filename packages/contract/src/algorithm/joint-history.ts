import type { Policy } from '@rl/core'
import fc from 'fast-check'
import { type Amount, amounts, named, type Pause, pauses, shown, starts } from './history.ts'
import type { Mode } from './subject.ts'

/** Something that happens to one key under several policies at once. */
export type JointStep =
  | { do: 'consume' | 'peek'; costs: Amount[] }
  | { do: 'together'; calls: Amount[][] }
  | { do: 'wait' | 'back'; pause: Pause; by: number }
  | { do: 'refund'; nth: number; late: number; more: number }
  | { do: 'reset' }
  | { do: 'change'; nth: number }

/** What is found under a key that is none of ours. */
export type Damage = 'text' | 'hash' | 'set'

export interface JointHistory {
  readonly start: number
  /** The policies in force, one list after another; all have the same names and algorithms, and other numbers. */
  readonly lists: readonly (readonly Policy[])[]
  readonly damage: readonly (Damage | null)[]
  readonly steps: readonly JointStep[]
}

const MOST = 4

const costs = fc.array(amounts, { minLength: MOST, maxLength: MOST })

const steps = fc.array(
  fc.oneof<fc.WeightedArbitrary<JointStep>[]>(
    { weight: 10, arbitrary: fc.record({ do: fc.constant('consume'), costs }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('peek'), costs }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('together'),
        calls: fc.array(costs, { minLength: 2, maxLength: 5 }),
      }),
    },
    {
      weight: 7,
      arbitrary: fc.record({ do: fc.constant('wait'), pause: pauses, by: fc.nat({ max: MOST - 1 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('back'), pause: pauses, by: fc.nat({ max: MOST - 1 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('refund'),
        nth: fc.nat({ max: 9 }),
        // Mostly what was charged, as it was charged; now and then what never was.
        late: fc.constantFrom(0, 0, 0, 0, -1, 1),
        more: fc.constantFrom(0, 0, 0, 0, 1, 5),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reset') }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('change'), nth: fc.nat({ max: 2 }) }) },
  ),
  { minLength: 1, maxLength: 24, size: 'max' },
)

/** One policy of each of these modes, each under its own name. */
function listOf(modes: readonly Mode[]): fc.Arbitrary<Policy[]> {
  return shown(fc.tuple(...modes.map((mode, place) => named(mode, `p${place}`))))
}

/** Histories under one to four policies of the given modes, mixed. */
export const jointHistories = (modes: readonly Mode[]): fc.Arbitrary<JointHistory> =>
  fc.array(fc.constantFrom(...modes), { minLength: 1, maxLength: MOST }).chain((some) =>
    fc.record({
      start: starts,
      lists: fc.array(listOf(some), { minLength: 1, maxLength: 3 }),
      damage: fc.array(fc.constantFrom<(Damage | null)[]>(null, null, null, null, 'text', 'hash', 'set'), {
        minLength: MOST,
        maxLength: MOST,
      }),
      steps,
    }),
  )
