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

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

/** An event from another server, or nothing: what comes from outside is looked at closely. */
export function readEvent(value: unknown, server: string): Event | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { at, key, cost, ok, left, resetMs } = value as Record<string, unknown>
  if (![at, cost, left, resetMs].every(isWhole) || typeof key !== 'string' || key.length > 128)
    return undefined
  return {
    at: at as number,
    key,
    cost: cost as number,
    ok: ok === true,
    left: left as number,
    resetMs: resetMs as number,
    server,
  }
}
