// What the server tells a page; it says the same in its own `messages.ts`.

export interface Event {
  readonly at: number
  readonly key: string
  readonly cost: number
  readonly ok: boolean
  readonly left: number
  readonly resetMs: number
  readonly degraded?: true
  readonly server?: string
}

export interface Level {
  readonly at: number
  readonly left: number
  readonly resetMs: number
  readonly degraded?: true
}

export interface Status {
  readonly store: 'memory' | 'redis'
  readonly at?: string
  readonly away?: string
}

export interface Counts {
  readonly allowed: number
  readonly denied: number
}

export interface Hello {
  readonly status: Status
  readonly counts: Counts
  readonly recent: readonly Event[]
  /** The server's own name. */
  readonly name: string
}
