import { type Duration, toMs, toText } from '../../duration.ts'
import { checkOptions, checkPositive, checkProduct } from '../../options.ts'
import {
  checkInstances,
  checkName,
  type Numbers,
  type NumbersAlgorithm,
  type Policy,
  type Refunded,
  type Ruling,
} from '../../policy.ts'
import lua from './sliding-window-counter.lua'

/** Options of {@link slidingWindowCounter}. */
export interface SlidingWindowCounterOptions {
  /** Name in keys, headers and decisions; by default made of the numbers. */
  name?: string
  /** Units that a window admits, by the estimate. */
  limit: number
  /** Length of the window. */
  window: Duration
}

interface Windows {
  /** When this window started. */
  start: number
  /** The time in it: the stored one where the clock stepped back. */
  at: number
  current: number
  previous: number
}

function settle(numbers: Numbers, state: Numbers | undefined, now: number): Windows {
  const [limit, window] = numbers as [number, number]
  let [time = 0, current = 0, previous = 0] = state ?? []
  // What lies further ahead than a window is the time of a broken clock.
  if (time - now > window) time = current = previous = 0
  const at = Math.max(now, time)
  const start = Math.floor(at / window) * window
  if (time < start - window) return { start, at, current: 0, previous: 0 }
  if (time < start) [current, previous] = [0, current]
  return { start, at, current: Math.min(current, limit), previous: Math.min(previous, limit) }
}

function reset(window: number, { start, current, previous }: Windows, now: number): number {
  if (current > 0) return start + 2 * window - now
  return previous > 0 ? start + window - now : 0
}

/** The first time at which the cost is allowed. */
function allowedAt(numbers: Numbers, { start, current, previous }: Windows, cost: number): number {
  const [limit, window] = numbers as [number, number]
  const room = limit - current - cost
  const left = room >= 0 ? Math.floor((room * window) / previous) : 0
  if (left > 0) return start + window - left
  if (current <= limit - cost) return start + window
  return start + 2 * window - Math.floor(((limit - cost) * window) / current)
}

function decide(numbers: Numbers, state: Numbers | undefined, now: number, cost: number): Ruling<Numbers> {
  const [limit, window] = numbers as [number, number]
  const windows = settle(numbers, state, now)
  const share = windows.previous * (windows.start + window - windows.at)
  const room = limit - windows.current - cost
  const allowed = cost === 0 || (room >= 0 && share <= room * window)
  let retryAfterMs = 0
  if (cost > limit) retryAfterMs = Number.POSITIVE_INFINITY
  else if (allowed) windows.current += cost
  else retryAfterMs = allowedAt(numbers, windows, cost) - now
  return {
    allowed,
    remaining: Math.max(0, limit - windows.current - Math.ceil(share / window)),
    retryAfterMs,
    resetAfterMs: reset(window, windows, now),
    next: [windows.at, windows.current, windows.previous],
  }
}

function refund(
  numbers: Numbers,
  state: Numbers,
  now: number,
  at: number,
  cost: number,
): Refunded<Numbers> | undefined {
  const window = numbers[1]!
  const windows = settle(numbers, state, now)
  const { start } = windows
  if (at >= start && at < start + window && windows.current > 0) {
    windows.current = Math.max(0, windows.current - cost)
  } else if (at >= start - window && at < start && windows.previous > 0) {
    windows.previous = Math.max(0, windows.previous - cost)
  } else {
    return undefined
  }
  return { next: [windows.at, windows.current, windows.previous], lifeMs: reset(window, windows, now) }
}

const counter: NumbersAlgorithm = { state: 'numbers', id: 'sc', size: 3, lua, decide, refund }

function policy(name: string, limit: number, windowMs: number): Policy {
  return Object.freeze({
    name,
    algorithm: counter,
    numbers: Object.freeze([limit, windowMs]),
    quota: Object.freeze({ units: limit, windowMs }),
    divide: (instances: number) => policy(name, Math.ceil(limit / checkInstances(instances)), windowMs),
  })
}

/**
 * Sliding window counter: the units of this window plus the share of the last one that a window ending now covers stay
 * within `limit`. Two numbers a key however high the limit; an estimate, as if the last window's units had come evenly.
 * After Cloudflare, "How we built rate limiting capable of scaling to millions of domains", 2017.
 * @throws OptionsError when an option is missing, unknown or not what it should be, or `limit` × `window` is too large.
 */
export function slidingWindowCounter(options: SlidingWindowCounterOptions): Policy {
  checkOptions('slidingWindowCounter', options, ['name', 'limit', 'window'])
  const limit = checkPositive('limit', options.limit)
  const windowMs = toMs('window', options.window)
  checkProduct(['limit', 'window'], limit, windowMs)
  return policy(checkName(options.name, `${limit}-per-${toText(windowMs)}`), limit, windowMs)
}
