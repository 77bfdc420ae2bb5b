import type { Decision } from '../decision.ts'

/** How a request ended, as the framework saw it. */
export interface Ended {
  /** Status of the response; of no meaning when it was cut off. */
  readonly status: number
  /** Whether the connection was closed before the whole response was out. */
  readonly aborted: boolean
}

/** Let the request through, with these headers on its response. */
export interface Pass {
  /** Tells it from a {@link Refusal}. */
  readonly pass: true
  /** Set, not appended. Read them as late as the framework allows: a later guard on the same request adds to them. */
  readonly headers: Readonly<Record<string, string>>
  /** Missing where nothing was decided: skipped, allowed by its address, or the store failed. */
  readonly decision?: Decision | undefined
  /** Let through because the store could not decide. */
  readonly degraded?: true
  /** To be called once the response has ended, however it did; there only where the outcome matters. Never rejects. */
  readonly settle?: ((ended: Ended) => Promise<void>) | undefined
}

/** Answer this, and do not go on. */
export interface Refusal {
  /** Tells it from a {@link Pass}. */
  readonly pass: false
  /** 429, 503 or 403, or what `respond` said. */
  readonly status: number
  /** All headers of the response, `Content-Type` too; set, not appended. */
  readonly headers: Readonly<Record<string, string>>
  /** The whole body; empty for none. */
  readonly body: string
  /** The denial; missing for 503 and 403, where nothing was decided. */
  readonly decision?: Decision | undefined
}

/** What an adapter plays on its framework. */
export type Reply = Pass | Refusal

/** An answer of the user's own. What is left out stays as it was. */
export interface Answer {
  /** From 200 to 599. */
  status?: number
  /** On top of those that would have been sent, whatever their case. */
  headers?: Record<string, string>
  /** A text, or a value that becomes JSON. */
  body?: unknown
}
