import { isStoreError } from '../errors.ts'
import { checkFunction, checkOptions, unexpected } from '../options.ts'
import { createOutages } from '../outage.ts'
import { checkInstances, type Policy } from '../policy.ts'
import { type Charge, type ConsumeOptions, checkStore, type Outcome, type Store } from '../store.ts'
import { type OnWarning, warnBy } from '../warning.ts'

/** Options of {@link withFallback}. */
export interface FallbackOptions {
  /** How many processes share the limits: each decides by its share while it is alone. */
  instances: number
  /** Receives one warning when the store fails, one when it is back, and one a minute in between; the console by default. */
  onWarning?: OnWarning
}

/**
 * Decides on another store while the first cannot, each policy divided by the number of instances (rounded up, at least
 * one unit), and marks what it decides `degraded`. While the first is away all instances together admit at most
 * `instances` shares; when it is back, at most one quota more.
 * @throws OptionsError when a store is none, or an option is missing, unknown or not what it should be.
 */
export function withFallback(store: Store, fallback: Store, options: FallbackOptions): Store {
  checkStore(store)
  checkStore(fallback, 'fallback')
  checkOptions('withFallback', options, ['instances', 'onWarning'])
  const instances = checkInstances(options.instances)
  checkFunction('onWarning', options.onWarning)
  if (store === fallback) throw unexpected('fallback', 'another store than the first', fallback)
  const outages = createOutages(warnBy(options.onWarning), 'decided here by a share of the limits')
  const shares = new WeakMap<Policy, Policy>()
  // A limiter refunds with the very charges that it made: they tell where these were made.
  const chargedHere = new WeakSet<readonly Charge[]>()

  function shareOf(policy: Policy): Policy {
    const share = shares.get(policy) ?? policy.divide(instances)
    shares.set(policy, share)
    return share
  }

  const divided = (charges: readonly Charge[]): Charge[] =>
    charges.map((charge) => ({ ...charge, policy: shareOf(charge.policy) }))

  async function decideHere(charges: readonly Charge[], call: ConsumeOptions | undefined): Promise<Outcome> {
    const outcome = await fallback.consume(divided(charges), call)
    chargedHere.add(charges)
    return { ...outcome, degraded: true }
  }

  return {
    async consume(charges, call) {
      try {
        const outcome = await store.consume(charges, call)
        // A denial that is repeated says nothing of how the store is now.
        if (!outcome.cached) outages.worked(store)
        return outcome
      } catch (error) {
        if (!isStoreError(error)) throw error
        outages.failed(store, error)
        return decideHere(charges, call)
      }
    },
    async refund(charges, at) {
      return chargedHere.has(charges) ? fallback.refund(divided(charges), at) : store.refund(charges, at)
    },
    async reset(charges) {
      await fallback.reset(divided(charges))
      await store.reset(charges)
    },
  }
}
