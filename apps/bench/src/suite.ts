/** One question that the bench answers, in one file of `suites/`. */
export interface Suite {
  readonly name: string
  /** The question, in one line. */
  readonly about: string
  run(effort: Effort): Promise<Report>
}

/** How much to measure. */
export interface Effort {
  readonly rounds: number
  /** Calls and keys are this many times those of a full run. */
  readonly scale: number
  progress(line: string): void
}

/** What a suite found. */
export interface Report {
  readonly measures: readonly Measure[]
  readonly tables: readonly Table[]
}

/** A ratio within one run, and the goal that it must reach. */
export interface Measure {
  readonly name: string
  readonly value: number
  readonly goal?: { readonly most: number } | { readonly least: number }
}

export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** What a reader must know to read it right. */
  readonly note?: string
}

/** So many of a full run's `count`, and at least `least`. */
export const scaled = ({ scale }: Effort, count: number, least = 1): number =>
  Math.max(least, Math.round(count * scale))

/** Whether a measure reaches its goal; one without a goal always does. */
export function reaches({ value, goal }: Measure): boolean {
  if (goal === undefined) return true
  return 'most' in goal ? value <= goal.most : value >= goal.least
}
