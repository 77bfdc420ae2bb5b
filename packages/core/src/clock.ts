import { unexpected } from './options.ts'

/** Milliseconds since the epoch; given to a store in tests. */
export type Clock = () => number

/** The clock's time in whole milliseconds. */
export function read(clock: Clock): number {
  const now = Math.floor(clock())
  if (!(now >= 0 && now <= Number.MAX_SAFE_INTEGER))
    throw unexpected('clock', 'a function that returns ms since the epoch', now)
  return now
}

/** What a state's life is longer by under an injected clock, so that slow tests lose none. */
export const TEST_LIFE_MS = 60_000
