import { type Duration, toMs } from '../duration.ts'
import { checkOptions, checkPositive } from '../options.ts'
import type { Verdict } from '../policy.ts'
import { type Charge, checkStore, type Outcome, type Store } from '../store.ts'

/** Options of {@link withDenialCache}. */
export interface DenialCacheOptions {
  /** How long a denial is repeated at the most; one second by default. A refund or reset made elsewhere acts after that. */
  maxAge?: Duration
  /** How many denials are kept at the most; 10 000 by default. */
  maxKeys?: number
}

interface Denial {
  readonly charges: readonly Charge[]
  readonly outcome: Outcome
  /** When the store was asked, by `performance.now()`. */
  readonly sentAt: number
  readonly until: number
}

const LONGEST_KEY = 1_024

const sameCharges = (some: readonly Charge[], others: readonly Charge[]): boolean =>
  some.length === others.length &&
  some.every(({ policy, cost }, place) => policy === others[place]!.policy && cost === others[place]!.cost)

/** The time until the first of those that deny would allow. */
const firstRetryMs = (verdicts: readonly Verdict[]): number =>
  Math.min(
    ...verdicts.map(({ allowed, retryAfterMs }) => (allowed ? Number.POSITIVE_INFINITY : retryAfterMs)),
  )

function aged(verdict: Verdict, ms: number): Verdict {
  return {
    ...verdict,
    retryAfterMs: verdict.allowed ? 0 : verdict.retryAfterMs - ms,
    resetAfterMs: Math.max(0, verdict.resetAfterMs - ms),
  }
}

/** A denial as it is some time later, marked `cached`. */
function repeat({ outcome, sentAt }: Denial, now: number): Outcome {
  const ms = Math.floor(now - sentAt)
  return { ...outcome, verdicts: outcome.verdicts.map((verdict) => aged(verdict, ms)), cached: true }
}

/**
 * Repeats a denial without asking, until the first of the policies that deny could allow again, and no longer than
 * `maxAge`: a client that keeps asking then costs next to nothing. Only `allowed: false` is exact; `remaining` is as of `at`.
 * @throws OptionsError when the store is none, or an option is unknown or not what it should be.
 */
export function withDenialCache(store: Store, options: DenialCacheOptions = {}): Store {
  checkStore(store)
  checkOptions('withDenialCache', options, ['maxAge', 'maxKeys'])
  const maxAgeMs = options.maxAge === undefined ? 1_000 : toMs('maxAge', options.maxAge)
  const maxKeys = options.maxKeys === undefined ? 10_000 : checkPositive('maxKeys', options.maxKeys)
  const denials = new Map<string, Denial>()
  // What was asked before its key was forgotten may not be remembered when it is answered. Each forgetting has a number;
  // of those whose keys are no longer kept the last counts for every key.
  let forgettings = 0
  const forgotten = new Map<string, number>()
  let forgottenBefore = 0

  function recall(charges: readonly Charge[]): Outcome | undefined {
    const key = charges[0]?.key
    const denial = key === undefined ? undefined : denials.get(key)
    if (denial === undefined || !sameCharges(denial.charges, charges)) return undefined
    const now = performance.now()
    if (now < denial.until) return repeat(denial, now)
    denials.delete(key!)
    return undefined
  }

  function remember(charges: readonly Charge[], outcome: Outcome, sentAt: number, sentAfter: number): void {
    const { key } = charges[0]!
    if (key.length > LONGEST_KEY || outcome.degraded) return
    if ((forgotten.get(key) ?? forgottenBefore) > sentAfter) return
    const lastsMs = Math.min(maxAgeMs, firstRetryMs(outcome.verdicts))
    denials.delete(key)
    if (denials.size >= maxKeys) denials.delete(denials.keys().next().value!)
    denials.set(key, { charges, outcome, sentAt, until: sentAt + lastsMs })
  }

  function forget(charges: readonly Charge[]): void {
    const key = charges[0]?.key
    if (key === undefined || key.length > LONGEST_KEY) return
    denials.delete(key)
    forgotten.delete(key)
    if (forgotten.size >= maxKeys) {
      const [oldest, number] = forgotten.entries().next().value!
      forgotten.delete(oldest)
      forgottenBefore = number
    }
    forgotten.set(key, ++forgettings)
  }

  /** Forgets before, so that what is asked meanwhile is asked anew, and afterwards, so that its denials do not stay. */
  async function forgetting<T>(charges: readonly Charge[], work: () => Promise<T>): Promise<T> {
    forget(charges)
    try {
      return await work()
    } finally {
      forget(charges)
    }
  }

  return {
    async consume(charges, call) {
      const denied = recall(charges)
      if (denied !== undefined) return denied
      const sentAt = performance.now()
      const sentAfter = forgettings
      const outcome = await store.consume(charges, call)
      if (!outcome.verdicts.every(({ allowed }) => allowed)) remember(charges, outcome, sentAt, sentAfter)
      return outcome
    },
    refund: (charges, at) => forgetting(charges, () => store.refund(charges, at)),
    reset: (charges) => forgetting(charges, () => store.reset(charges)),
  }
}
