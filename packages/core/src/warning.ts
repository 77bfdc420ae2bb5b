/** Something an operator should know that did not change the decision. */
export interface Warning {
  /** Stable name of the kind of warning. */
  readonly code: WarningCode
  /** One sentence for a log. Never holds a whole key, a secret or a connection string. */
  readonly message: string
  /** What was caught, where something was. */
  readonly cause?: unknown
}

export type WarningCode =
  | 'damaged-state'
  | 'name-reused'
  | 'listener-failed'
  | 'store-failed'
  | 'store-recovered'
  | 'refund-failed'
  | 'client-without-error-listener'
  | 'no-batches-across-keys'

/** Receives warnings; the default writes them to the console. */
export type OnWarning = (warning: Warning) => void

/** The default for `onWarning`: one line on `console.warn`. */
export const warnOnConsole: OnWarning = ({ code, message }) => console.warn(`[rl] ${code}: ${message}`)
