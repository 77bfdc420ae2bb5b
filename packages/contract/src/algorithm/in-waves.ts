import fc from 'fast-check'

const TOGETHER = 50

/**
 * Holds a property for many cases, fifty at a time, for those that wait for a server; each is told its place among
 * those. A case that fails is run again by itself and shrunk to its smallest form.
 */
export async function holdsInWaves<T>(
  cases: fc.Arbitrary<T>,
  runs: number,
  holds: (each: T, place: number) => Promise<void>,
): Promise<void> {
  const seed = Math.floor(Math.random() * 0x7f_ff_ff_ff)
  const all = fc.sample(cases, { numRuns: runs, seed })
  for (let from = 0; from < all.length; from += TOGETHER) {
    const settled = await Promise.allSettled(all.slice(from, from + TOGETHER).map(holds))
    const place = settled.findIndex(({ status }) => status === 'rejected')
    if (place < 0) continue
    await fc.assert(
      fc.asyncProperty(cases, (each) => holds(each, 0)),
      { seed, path: String(from + place), numRuns: 1 },
    )
    throw (settled[place] as PromiseRejectedResult).reason
  }
}
