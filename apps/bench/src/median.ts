/** The median of the finite numbers, or NaN where there are none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
