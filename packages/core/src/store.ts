import { unexpected } from './options.ts'
import type { Policy, Verdict } from './policy.ts'
import type { OnWarning } from './warning.ts'

/** What one call asks of one policy for one key. */
export interface Charge {
  /** The policy that is asked. */
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
  /** A denial repeated without asking the store: exact but for what is left, which is as of `at`. */
  readonly cached?: true
}

/** How {@link Store.consume} is asked. */
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

/** What `consume` does, without a promise; nothing where it cannot. */
export type ConsumeNow = (charges: readonly Charge[], options?: ConsumeOptions) => Outcome | undefined

/**
 * Of a store that can decide at once, how: by its very `consume`, so that a store made of it with another `consume`, and
 * one that is spied on, are asked themselves.
 */
export const atOnce: WeakMap<Store['consume'], ConsumeNow> = new WeakMap()

/** Refuses what is no store. */
export function checkStore(store: unknown, option = 'store'): asserts store is Store {
  const { consume, refund, reset } = Object(store) as Partial<Store>
  if (typeof consume !== 'function' || typeof refund !== 'function' || typeof reset !== 'function') {
    throw unexpected(option, 'a store such as memoryStore() or redisStore(client)', store)
  }
}
