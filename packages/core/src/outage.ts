import { show } from './options.ts'
import type { Store } from './store.ts'
import type { OnWarning } from './warning.ts'

const QUIET_MS = 60_000

/** What is known of a store that does not answer. */
interface Outage {
  /** When it was last told, by the clock of this process. */
  toldAt: number
  /** Failures that were not told yet. */
  untold: number
  /** Failures since it began. */
  failures: number
}

export interface Outages {
  failed(store: Store, cause: unknown): void
  worked(store: Store): void
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : show(cause))

/**
 * Tells of stores that fail and come back: once for each change of state, once a minute in between with a count of the
 * failures left out, and never once a request.
 */
export function createOutages(onWarning: OnWarning, then: string, clock: () => number = Date.now): Outages {
  const outages = new Map<Store, Outage>()
  return {
    failed(store, cause) {
      const now = clock()
      const outage = outages.get(store)
      if (outage === undefined) {
        outages.set(store, { toldAt: now, untold: 0, failures: 1 })
        onWarning({ code: 'store-failed', message: `${reason(cause)}; ${then}`, cause })
        return
      }
      outage.failures++
      outage.untold++
      if (now - outage.toldAt < QUIET_MS) return
      const message = `${outage.untold} more failures of the store; ${reason(cause)}; ${then}`
      outage.toldAt = now
      outage.untold = 0
      onWarning({ code: 'store-failed', message, cause })
    },
    worked(store) {
      if (outages.size === 0) return
      const outage = outages.get(store)
      if (outage === undefined) return
      outages.delete(store)
      onWarning({
        code: 'store-recovered',
        message: `the store decides again, after ${outage.failures} failures`,
      })
    },
  }
}
