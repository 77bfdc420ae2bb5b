import type { Policy, Verdict } from './policy.ts'
import type { OnWarning } from './warning.ts'

/** What one call asks of one policy for one key. */
export interface Charge {
  readonly policy: Policy
  /** Whose quota it is. All charges of one call have the same. */
  readonly key: string
  /** Units asked for, a whole number; 0 is allowed and writes nothing. */
  readonly cost: number
}

/** What a store says of all charges of one call. */
export interface Outcome {
  /** One for each charge, in its order. */
  readonly verdicts: readonly Verdict[]
  /** The store's time of the decision, ms since the epoch. */
  readonly at: number
  /** Decided without the shared state. */
  readonly degraded?: true
}

export interface ConsumeOptions {
  /** Decide and change nothing. */
  readonly dry?: boolean
  /** Where the store's warnings go if it was given no listener of its own. */
  readonly onWarning?: OnWarning
}

/** Keeps state. Rejects with a `StoreError` when it cannot decide; a denial is never an error. */
export interface Store {
  /** All charges are allowed and all are made, or none is; one atomic step. */
  consume(charges: readonly Charge[], options?: ConsumeOptions): Promise<Outcome>
  /**
   * Takes back what was charged at `at`, as far as that can still be told apart; says whether anything was.
   * Never creates state. Once per decision is the caller's care.
   */
  refund(charges: readonly Charge[], at: number): Promise<boolean>
  /** Forgets the state of these charges. */
  reset(charges: readonly Charge[]): Promise<void>
}
