import { reasonOf } from './options.ts'
import type { Store } from './store.ts'
import type { OnWarning } from './warning.ts'

const QUIET_MS = 60_000
const MOST_CHANGES = 10 // a minute; a store that comes and goes must not fill the log either

/** What is known of one store. */
interface Health {
  failing: boolean
  /** It works again, which was not told yet. */
  owed: boolean
  /** Failures since it last worked. */
  failures: number
  /** Failures that were not told yet. */
  untold: number
  /** When something was last told of it. */
  toldAt: number
  /** When the present minute of changes began, and how many there were. */
  since: number
  changes: number
}

export interface Outages {
  failed(store: Store, cause: unknown): void
  worked(store: Store): void
}

/**
 * Tells of stores that fail and come back: once for each change of state, once a minute in between with a count of the
 * failures left out, and never once a request. `then` says what happens to requests meanwhile.
 */
export function createOutages(onWarning: OnWarning, then: string, clock: () => number = Date.now): Outages {
  const known = new WeakMap<Store, Health>()
  // Stores that fail, or of which it is not told yet that they work again.
  let unsettled = 0

  /** Whether a change of state is told, and what is added if it is the last for now. */
  function change(health: Health, now: number): string | undefined {
    if (now - health.since >= QUIET_MS) [health.since, health.changes] = [now, 0]
    health.changes++
    if (health.changes > MOST_CHANGES) return undefined
    health.toldAt = now
    return health.changes === MOST_CHANGES ? '; it comes and goes, which is not told again for a minute' : ''
  }

  return {
    failed(store, cause) {
      const now = clock()
      const health = known.get(store) ?? {
        failing: false,
        owed: false,
        failures: 0,
        untold: 0,
        toldAt: 0,
        since: 0,
        changes: 0,
      }
      known.set(store, health)
      health.untold++
      health.failures++
      let more: string | undefined
      if (!health.failing) {
        if (!health.owed) unsettled++
        health.failing = true
        health.owed = false
        more = change(health, now)
      } else if (now - health.toldAt >= QUIET_MS) {
        health.toldAt = now
        more = ''
      }
      if (more === undefined) return
      const times = health.untold > 1 ? ` (${health.untold} failures since the last warning)` : ''
      health.untold = 0
      onWarning({ code: 'store-failed', message: `${reasonOf(cause)}${times}; ${then}${more}`, cause })
    },
    worked(store) {
      if (unsettled === 0) return
      const health = known.get(store)
      if (!health?.failing && !health?.owed) return
      const now = clock()
      const quiet = now - health.toldAt < QUIET_MS
      const more = health.failing ? change(health, now) : quiet ? undefined : ''
      health.failing = false
      health.owed = more === undefined
      if (more === undefined) return
      unsettled--
      const message = `the store decides again, after ${health.failures} failures${more}`
      health.failures = 0
      onWarning({ code: 'store-recovered', message })
    },
  }
}
