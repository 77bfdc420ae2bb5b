import type { Policy, Verdict } from './policy.ts'
import type { Charge, Outcome } from './store.ts'

/**
 * What all policies say together: the verdict of the binding one, and those of all. As JSON each policy is its name, and
 * a wait without end is `null`.
 */
export interface Decision extends Verdict {
  /** The store's time of the decision, ms since the epoch. */
  readonly at: number
  /** Decided without the shared state. */
  readonly degraded?: true
  /** A denial repeated without asking the store; what is left is as of `at`. */
  readonly cached?: true
  /** What each policy said, in the order of the limiter's policies. */
  readonly policies: readonly (Verdict & {
    /** The policy that said it. */
    readonly policy: Policy
  })[]
}

/** Whether a verdict binds rather than another: a denying one with the longest wait, else the one with the least left. */
export function isTighter(one: Verdict, other: Verdict): boolean {
  if (one.allowed !== other.allowed) return other.allowed
  return one.allowed ? one.remaining < other.remaining : one.retryAfterMs > other.retryAfterMs
}

type Told = Decision['policies'][number]

const toldOf = (verdict: Verdict, charge: Charge): Told => ({
  allowed: verdict.allowed,
  remaining: verdict.remaining,
  retryAfterMs: verdict.retryAfterMs,
  resetAfterMs: verdict.resetAfterMs,
  policy: charge.policy,
})

/** What each policy says; that of the first without the work of a list, since most limiters have no other. */
function told(charges: readonly Charge[], verdicts: readonly Verdict[]): Told[] {
  const all = [toldOf(verdicts[0]!, charges[0]!)]
  for (let place = 1; place < verdicts.length; place++) all.push(toldOf(verdicts[place]!, charges[place]!))
  return all
}

function tightest(verdicts: readonly Verdict[]): Verdict {
  let tightest = verdicts[0]!
  for (let place = 1; place < verdicts.length; place++) {
    if (isTighter(verdicts[place]!, tightest)) tightest = verdicts[place]!
  }
  return tightest
}

// A class for its private field: what was charged, and by whom, is nobody else's to read, copy or compare.
class Made implements Decision {
  readonly allowed: boolean
  readonly remaining: number
  readonly retryAfterMs: number
  readonly resetAfterMs: number
  readonly at: number
  declare readonly degraded?: true
  declare readonly cached?: true
  readonly policies: Decision['policies']
  #charges: readonly Charge[] | undefined
  readonly #by: object

  constructor(charges: readonly Charge[], outcome: Outcome, by: object, dry: boolean) {
    const bound = tightest(outcome.verdicts)
    this.allowed = bound.allowed
    this.remaining = bound.remaining
    this.retryAfterMs = bound.retryAfterMs
    this.resetAfterMs = bound.resetAfterMs
    this.at = outcome.at
    if (outcome.degraded) this.degraded = outcome.degraded
    if (outcome.cached) this.cached = outcome.cached
    this.policies = told(charges, outcome.verdicts)
    this.#charges = bound.allowed && !dry ? charges : undefined
    this.#by = by
  }

  toJSON(): object {
    const policies = this.policies.map(({ policy, ...verdict }) => ({ policy: policy.name, ...verdict }))
    return { ...this, policies }
  }

  static take(decision: unknown, by: object): readonly Charge[] | undefined {
    if (typeof decision !== 'object' || decision === null || !(#charges in decision) || decision.#by !== by)
      return
    const charges = decision.#charges
    decision.#charges = undefined
    return charges
  }
}

/** The decision that an outcome makes; `by` is who may take back what was charged. */
export const decide = (charges: readonly Charge[], outcome: Outcome, by: object, dry: boolean): Decision =>
  new Made(charges, outcome, by, dry)

/** What a decision charged, once: nothing for a denied, dry, foreign or already refunded one. */
export const takeCharges = (decision: unknown, by: object): readonly Charge[] | undefined =>
  Made.take(decision, by)
