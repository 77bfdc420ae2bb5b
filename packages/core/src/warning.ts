/** Something an operator should know that did not change the decision. */
export interface Warning {
  /** Stable name of the kind of warning. */
  readonly code: WarningCode
  /** One sentence for a log. Never holds a whole key, a secret or a connection string. */
  readonly message: string
  /** What was caught, where something was. */
  readonly cause?: unknown
}

/**
 * The kinds of warnings:
 * - `store-failed`, `store-recovered`: a store cannot decide, and does so again; told once a change, and once a minute between.
 * - `damaged-state`: a stored value is none of this library's and counts as no state; told once for each policy.
 * - `name-reused`: one policy name with other numbers on one store, so both share one count per key.
 * - `listener-failed`: a listener of yours threw; the decision stands.
 * - `refund-failed`: what `refundWhen` asked for was not given back.
 * - `client-without-error-listener`: a node-redis client that ends the process when Redis goes away.
 * - `no-batches-across-keys`: a server refused several keys in one call, so checks of different keys travel alone.
 * - `forwarded-header-ignored`: a request has `X-Forwarded-For` and the framework trusts no proxy; told once for each listener.
 */
export type WarningCode =
  | 'damaged-state'
  | 'name-reused'
  | 'listener-failed'
  | 'store-failed'
  | 'store-recovered'
  | 'refund-failed'
  | 'client-without-error-listener'
  | 'no-batches-across-keys'
  | 'forwarded-header-ignored'

/** Receives warnings; the default writes them to the console. */
export type OnWarning = (warning: Warning) => void

/** The default for `onWarning`: one line on `console.warn`. */
export const warnOnConsole: OnWarning = ({ code, message }) => console.warn(`[rl] ${code}: ${message}`)

/** A listener of the user's, or the console. What it throws is told there, and changes no decision. */
export function warnBy(onWarning: OnWarning = warnOnConsole): OnWarning {
  return (warning) => {
    try {
      onWarning(warning)
    } catch (cause) {
      warnOnConsole({ code: 'listener-failed', message: 'the listener `onWarning` threw', cause })
    }
  }
}
