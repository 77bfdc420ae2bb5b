/** Widths of bins in ms; each is a whole number of the ones before it, so that bins can be joined. */
export const WIDTHS = [
  1, 10, 100, 500, 1_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 3_600_000, 21_600_000,
  86_400_000, 604_800_000, 2_419_200_000, 29_030_400_000, 290_304_000_000,
] as const

const MOST_BINS = 360

/** Counts over time, in bins of one width that start at whole multiples of it. */
export interface Bins {
  readonly widthMs: number
  /** When the first bin starts, ms since the epoch. */
  readonly start: number
  readonly admitted: readonly number[]
  readonly denied: readonly number[]
}

export interface BinCounter {
  /** Times must not fall. */
  add(time: number, allowed: boolean): void
  bins(): Bins
}

/** Counts in at most 360 bins: as time goes on they become wider. */
export function createBins(): BinCounter {
  let width = 0
  let first = -1
  let admitted: number[] = []
  let denied: number[] = []

  function join(counts: readonly number[], factor: number, wider: number): number[] {
    const joined: number[] = []
    for (const [place, count] of counts.entries()) {
      const bin = Math.floor((first + place) / factor) - wider
      while (joined.length <= bin) joined.push(0)
      joined[bin]! += count
    }
    return joined
  }

  function widen(): void {
    const factor = WIDTHS[width + 1]! / WIDTHS[width]!
    const wider = Math.floor(first / factor)
    admitted = join(admitted, factor, wider)
    denied = join(denied, factor, wider)
    first = wider
    width++
  }

  return {
    add(time, allowed) {
      if (first < 0) first = Math.floor(time / WIDTHS[width]!)
      while (Math.floor(time / WIDTHS[width]!) - first >= MOST_BINS) widen()
      const bin = Math.floor(time / WIDTHS[width]!) - first
      while (admitted.length <= bin) {
        admitted.push(0)
        denied.push(0)
      }
      const counts = allowed ? admitted : denied
      counts[bin]! += 1
    },
    bins: () => ({ widthMs: WIDTHS[width]!, start: Math.max(0, first) * WIDTHS[width]!, admitted, denied }),
  }
}
