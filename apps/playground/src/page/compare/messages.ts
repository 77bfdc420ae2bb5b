import type { Comparison } from '../../analysis/compare.ts'
import type { Scenario } from '../../analysis/scenario/scenarios.ts'
import type { PolicySpec } from '../policy/spec.ts'

/** What the page asks of the worker; a later question ends an earlier one. */
export interface Question {
  readonly run: number
  readonly scenario: Scenario
  /** Those that the library takes. */
  readonly specs: readonly PolicySpec[]
}

export interface Answer {
  readonly run: number
  /** How many clients sent anything. */
  readonly clients: number
  /** In the order of the question. */
  readonly comparisons: readonly Comparison[]
  /** How long all of it took, ms. */
  readonly tookMs: number
}
