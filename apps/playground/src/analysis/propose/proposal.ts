import { type PolicySpec, toPolicy } from '../../page/policy/spec.ts'
import { exactly, total, valueAt } from '../measure/quantiles.ts'
import { withSize } from './candidates.ts'
import type { Needs } from './needs.ts'

const SECOND = 1_000
const MINUTE = 60_000

/** The smallest size of a candidate that leaves enough clients untouched. */
export interface Choice {
  readonly label: string
  readonly spec: PolicySpec
  readonly size: number
  readonly clientsTouched: number
  /** The most that one client can get through in any second, and in any minute. */
  readonly mostPerSecond: number
  readonly mostPerMinute: number
  /** How long it takes until a client that used all of it is as good as new, ms. */
  readonly fillMs: number
}

export interface Proposal {
  /** One for each candidate that has such a size. */
  readonly choices: readonly Choice[]
  /**
   * The choice that lets one client through the least, in a second and in a minute: the one with the smallest product
   * of both. A large burst and a high rate are each as bad as they are many times worse than another choice. What takes
   * longer to fill than the log is long is left aside: the log does not show whether it would do.
   */
  readonly best: Choice | undefined
}

/** The most units that one key gets in any span of `spanMs`: the algorithm's own bound. */
export function mostIn(spec: PolicySpec, spanMs: number): number {
  const policy = toPolicy(spec)
  const [size, second, third] = policy.numbers as [number, number, number]
  if (spec.algorithm === 'slidingWindowLog') return size * Math.ceil(spanMs / second)
  // A span of one window touches two.
  if (spec.algorithm === 'fixedWindow' || spec.algorithm === 'slidingWindowCounter')
    return size * (Math.floor((spanMs - 1) / second) + 2)
  if (spec.options.refill === 'interval') return size + second * (Math.floor(spanMs / third) + 1)
  return size + Math.floor((spanMs * second) / third)
}

/** How many clients need more than a size. */
export const touchedAt = ({ sizes }: Needs, size: number): number =>
  sizes.reduce((sum, [need, clients]) => (need > size ? sum + clients : sum), 0)

function choose(needs: Needs, untouched: number): Choice | undefined {
  const size = valueAt(needs.sizes, Math.max(1, Math.ceil(exactly(untouched * total(needs.sizes)))))
  if (size < 1 || size === Number.POSITIVE_INFINITY) return undefined
  const spec = withSize(needs.candidate, size)
  return {
    label: needs.candidate.label,
    spec,
    size,
    clientsTouched: touchedAt(needs, size),
    mostPerSecond: mostIn(spec, SECOND),
    mostPerMinute: mostIn(spec, MINUTE),
    fillMs: toPolicy(spec).quota.windowMs,
  }
}

const looseness = ({ mostPerSecond, mostPerMinute }: Choice): number => mostPerSecond * mostPerMinute

/** Sizes that leave at least a share of all clients (0 to 1) untouched, and the best of them, by a log of so many ms. */
export function propose(all: readonly Needs[], untouched: number, spanMs: number): Proposal {
  const choices = all.flatMap((needs) => choose(needs, untouched) ?? [])
  const shown = choices.filter(({ fillMs }) => fillMs <= spanMs)
  const best = (shown.length > 0 ? shown : choices).reduce<Choice | undefined>(
    (one, other) => (one && looseness(one) <= looseness(other) ? one : other),
    undefined,
  )
  return { choices, best }
}

/** The share of clients touched at each size, from 1 on: where it falls, and to what. */
export function curveOf({ sizes }: Needs): (readonly [size: number, touched: number])[] {
  const all = total(sizes)
  let untouched = 0
  const points: (readonly [number, number])[] = sizes[0] && sizes[0][0] > 1 ? [[1, 1]] : []
  for (const [size, clients] of sizes) {
    untouched += clients
    if (Number.isFinite(size)) points.push([size, (all - untouched) / all])
  }
  return points
}
