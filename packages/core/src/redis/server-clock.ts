const FRESH_MS = 1_000

interface Estimate {
  /** What the server's clock is ahead of `performance.now()`, at least. */
  ahead: number
  /** When that was learnt, by `performance.now()`. */
  since: number
}

/** What is known of the clocks of the servers, so that a script can be told the latest time at which it may still act. */
export interface ServerClock {
  /** The time of the server's clock, at the latest, when the local one says `due`. */
  latest(slot: number, due: number): number
  /** Learns from a reply that was received now. */
  learn(slot: number, at: number): void
}

/**
 * One estimate a slot: the nodes of a cluster have clocks of their own. The server's time in a reply is a little old when
 * it is read, so the estimate errs to the early side: a script may refuse too soon and be asked again, but not too late.
 * Until a server has answered, its clock is taken to agree with this host's.
 */
export function createServerClock(): ServerClock {
  const slots = new Map<number, Estimate>()
  let last = Date.now() - performance.now()
  return {
    latest: (slot, due) => Math.floor(due + (slots.get(slot)?.ahead ?? last)),
    learn(slot, at) {
      const now = performance.now()
      const ahead = at - now
      last = ahead
      const known = slots.get(slot)
      if (known === undefined) slots.set(slot, { ahead, since: now })
      // A reply that lay unread looks older than it is: the best of a short time is the truest.
      else if (ahead >= known.ahead || now - known.since > FRESH_MS) {
        known.ahead = ahead
        known.since = now
      }
    },
  }
}
