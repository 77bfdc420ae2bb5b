import type { Charge, Clock, Policy, Store } from '@rl/core'

/** A store under test, and how to let go of what it uses. */
export interface StoreSubject {
  readonly store: Store
  close?(): unknown
}

/** Makes the store under test; it must take its time from `clock`. */
export type StoreFactory = (clock: Clock) => StoreSubject | Promise<StoreSubject>

/** What every part of the suite works with. */
export interface Bench {
  /** The store under test. */
  readonly store: Store
  /** The time, ms since the epoch; every test starts at a full hour and may move it. */
  now: number
  /** A key that no other test uses. */
  freshKey(): string
}

/** One charge for each policy, all of one key and one cost. */
export const chargesOf = (policies: readonly Policy[], key: string, cost = 1): Charge[] =>
  policies.map((policy) => ({ policy, key, cost }))
