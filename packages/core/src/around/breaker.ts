import { type Duration, toMs } from '../duration.ts'
import { isStoreError, StoreError } from '../errors.ts'
import { checkOptions, checkPositive } from '../options.ts'
import { checkStore, type Outcome, type Store } from '../store.ts'

/** Options of {@link withBreaker}. */
export interface BreakerOptions {
  /** How many calls in a row must fail before the store is left alone; 5 by default. */
  failures?: number
  /** How often it is then asked whether it is back, at the most; half a second by default. */
  probeEvery?: Duration
}

/**
 * Stops asking a store that fails: calls then reject at once with a `StoreError`, and now and then one of them is asked
 * again in the background, changing nothing, to see whether the store is back. No timer; no call waits for a probe.
 * @throws OptionsError when the store is none, or an option is unknown or not what it should be.
 */
export function withBreaker(store: Store, options: BreakerOptions = {}): Store {
  checkStore(store)
  checkOptions('withBreaker', options, ['failures', 'probeEvery'])
  const most = options.failures === undefined ? 5 : checkPositive('failures', options.failures)
  const everyMs = options.probeEvery === undefined ? 500 : toMs('probeEvery', options.probeEvery)
  let failures = 0
  let probeAt = 0
  let probing = false

  /** Asks, and counts what fails; a denial that is repeated says nothing of how the store is now. */
  async function asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work()
      if (!(Object(answer) as Partial<Outcome>).cached) failures = 0
      return answer
    } catch (error) {
      if (isStoreError(error)) {
        failures++
        probeAt = performance.now() + everyMs
      }
      throw error
    }
  }

  function probe(work: () => Promise<unknown>): void {
    if (probing || performance.now() < probeAt) return
    probing = true
    const over = (): void => {
      probing = false
    }
    asked(work).then(over, over)
  }

  const open = (): boolean => failures >= most
  const left = (): StoreError =>
    new StoreError('The store failed too often and is not asked until it is back')

  return {
    async consume(charges, call) {
      if (!open()) return asked(() => store.consume(charges, call))
      probe(() => store.consume(charges, { ...call, dry: true }))
      throw left()
    },
    async refund(charges, at) {
      if (open()) throw left()
      return asked(() => store.refund(charges, at))
    },
    // Forgetting is rare and asked for by people: it is always tried.
    reset: (charges) => asked(() => store.reset(charges)),
  }
}
