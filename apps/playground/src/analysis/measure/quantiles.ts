/** How often each value occurs. */
export type Histogram = ReadonlyMap<number, number>

/** Values and how often each occurs, by value. */
export type Steps = readonly (readonly [value: number, count: number])[]

export const toSteps = (histogram: Histogram): Steps => [...histogram].sort(([one], [other]) => one - other)

export function count(values: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

export const total = (steps: Steps): number => steps.reduce((sum, [, times]) => sum + times, 0)

/** The smallest value that at least `share` of all values do not exceed; 0 of none. */
export function quantile(steps: Steps, share: number): number {
  const all = total(steps)
  return valueAt(steps, Math.ceil(exactly(all * share)))
}

/** The value of a rank, from 1 on: the smallest is of rank 1. */
export function valueAt(steps: Steps, rank: number): number {
  let seen = 0
  for (const [value, times] of steps) {
    seen += times
    if (seen >= rank) return value
  }
  return 0
}

/** Without the last digits of a product of decimal fractions: 0.999 × 1 000 is 999. */
export const exactly = (product: number): number => Number(product.toPrecision(13))
