import type { Policy } from '@rl/core'
import type { Arbitrary } from 'fast-check'

/** Policies of one algorithm in one mode, all of this name: small numbers, so that edges are met, and some huge ones. */
export type Mode = (name: string) => Arbitrary<Policy>

/** What the suite must know of an algorithm in one mode. */
export interface AlgorithmSubject {
  readonly policies: Mode
  /**
   * The most units that may pass from one millisecond to another `spanMs` later, both counted in, by the numbers of the
   * policy. In whole numbers without end, so that division rounds down and nothing overflows.
   */
  bound(spanMs: bigint, ...numbers: bigint[]): bigint
}
