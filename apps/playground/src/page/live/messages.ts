// What the server tells a page, for both of them.

/** One request that was decided, as pages and other servers are told. */
export interface Event {
  /** The store's time, ms since the epoch. */
  readonly at: number
  readonly key: string
  readonly cost: number
  readonly ok: boolean
  /** What was left, and how long until the key is as good as new. */
  readonly left: number
  readonly resetMs: number
  readonly degraded?: true
  /** The server that decided it, where that is another one. */
  readonly server?: string
}

/** What is left for a key at a time. */
export interface Level {
  readonly at: number
  readonly left: number
  readonly resetMs: number
  readonly degraded?: true
}

/** Where counts are kept. */
export interface Status {
  readonly store: 'memory' | 'redis'
  /** Host and port of Redis, without its password. */
  readonly at?: string
  /** Why Redis does not decide; missing while it does. */
  readonly away?: string
}

/** Requests allowed and denied under a policy since the server was first asked about it. */
export interface Counts {
  readonly allowed: number
  readonly denied: number
}

/** The first that a newcomer is told. */
export interface Hello {
  readonly status: Status
  readonly counts: Counts
  readonly recent: readonly Event[]
  /** The server's own name. */
  readonly name: string
}
