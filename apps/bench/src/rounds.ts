import { median } from './median.ts'

/** What one sample of one subject read, by name of the reading. */
export type Readings = Readonly<Record<string, number>>

/** Something to measure: each call takes one sample. */
export interface Subject {
  readonly name: string
  sample(): Promise<Readings>
}

/** Subjects that are compared with each other: within a round they run next to each other. */
export type Group = readonly Subject[]

/** The readings of all rounds. */
export interface Samples {
  /** The median over the rounds. */
  median(name: string, reading: string): number
  /** The median over the rounds of the ratio within a round: what slows a whole round down cancels out. */
  ratio(name: string, base: string, reading: string, baseReading?: string): number
  /** The range that holds the middle half of the rounds' ratios. */
  spread(name: string, base: string, reading: string): readonly [low: number, high: number]
}

/** The same in a random order. */
export function shuffled<T>(list: readonly T[]): T[] {
  const result = [...list]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}

/** Samples each subject once a round, one after the other, in a new order each round. */
export async function measure(
  groups: readonly Group[],
  rounds: number,
  progress: (line: string) => void,
): Promise<Samples> {
  const taken = new Map<string, Readings[]>(groups.flat().map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const group of shuffled(groups))
      for (const { name, sample } of shuffled(group)) taken.get(name)!.push(await sample())
    progress(`round ${round} of ${rounds}`)
  }
  return samplesOf(taken)
}

function samplesOf(taken: ReadonlyMap<string, readonly Readings[]>): Samples {
  function column(name: string, reading: string): number[] {
    const readings = taken.get(name)
    if (readings === undefined) throw new Error(`Nothing named "${name}" was measured`)
    return readings.map((each) => each[reading] ?? Number.NaN)
  }
  function ratios(name: string, base: string, reading: string, baseReading = reading): number[] {
    const bases = column(base, baseReading)
    return column(name, reading).map((value, round) => value / bases[round]!)
  }
  return {
    median: (name, reading) => median(column(name, reading)),
    ratio: (name, base, reading, baseReading) => median(ratios(name, base, reading, baseReading)),
    spread(name, base, reading) {
      const all = ratios(name, base, reading).sort((a, b) => a - b)
      const at = (part: number) => all[Math.round(part * (all.length - 1))] ?? Number.NaN
      return [at(0.25), at(0.75)]
    },
  }
}
