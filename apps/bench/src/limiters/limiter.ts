/** A limiter under test, ours or a peer's: all are asked in the same way. */
export interface Limiter {
  /** Whether one unit was granted. */
  consume(key: string): Promise<boolean>
  close(): void
}

/** What all are set to. Windows and buckets have other words for it. */
export interface Setting {
  readonly limit: number
  readonly windowMs: number
}

export const ALLOWING: Setting = { limit: 1_000_000, windowMs: 3_600_000 }
/** Never used up, not even by a single key. */
export const ENDLESS: Setting = { limit: 1_000_000_000, windowMs: 3_600_000 }
export const DENYING: Setting = { limit: 1, windowMs: 3_600_000 }
