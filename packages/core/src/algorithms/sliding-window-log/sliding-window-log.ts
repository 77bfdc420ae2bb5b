import { type Duration, toMs, toText } from '../../duration.ts'
import { checkOptions, checkPositive, unexpected } from '../../options.ts'
import {
  type Append,
  checkInstances,
  checkName,
  type Numbers,
  type Policy,
  type Refunded,
  type Removal,
  type Ruling,
  type Times,
  type TimesAlgorithm,
} from '../../policy.ts'
import lua from './sliding-window-log.lua'

/** Options of {@link slidingWindowLog}. */
export interface SlidingWindowLogOptions {
  /** Name in keys, headers and decisions; by default made of the numbers. */
  name?: string
  /** Units that any span of one window admits, at most 100 000: one entry is kept for each. */
  limit: number
  /** Length of the window. */
  window: Duration
}

const EMPTY: Times = { length: 0, at: () => 0 }

/** How many entries at the front are not later than `bound`: near the front in few looks, anywhere in about log(length). */
function leading(times: Times, length: number, bound: number): number {
  let [low, high, step] = [0, 0, 1]
  while (high < length && times.at(high) <= bound) {
    low = high + 1
    high += step
    step *= 2
  }
  high = Math.min(high, length)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (times.at(middle) <= bound) low = middle + 1
    else high = middle
  }
  return low
}

interface Settled {
  /** How many entries to drop at the two ends. */
  readonly first: number
  readonly last: number
  readonly newest: number
  /** The time that counts: the newest entry's where the clock stepped back. */
  readonly time: number
}

/** A newest entry more than a window ahead comes from a broken clock, and so do those before it. */
function settle(times: Times, window: number, now: number): Settled {
  const { length } = times
  const newest = length > 0 ? times.at(length - 1) : 0
  if (newest - now > window) return { first: 0, last: length, newest: 0, time: now }
  const time = Math.max(now, newest)
  return { first: leading(times, length, time - window), last: 0, newest, time }
}

function decide(numbers: Numbers, times: Times = EMPTY, now: number, cost: number): Ruling<Append> {
  const [limit, window] = numbers as [number, number]
  const { first: dropFirst, last: dropLast, newest, time } = settle(times, window, now)
  const used = times.length - dropFirst - dropLast
  const allowed = cost === 0 || cost <= limit - used
  const after = allowed ? used + cost : used
  let retryAfterMs = 0
  if (cost > limit) retryAfterMs = Number.POSITIVE_INFINITY
  else if (!allowed) retryAfterMs = times.at(dropFirst + used + cost - limit - 1) + window - now
  return {
    allowed,
    remaining: Math.max(0, limit - after),
    retryAfterMs,
    resetAfterMs: after > 0 ? (allowed && cost > 0 ? time : newest) + window - now : 0,
    next: { dropFirst, dropLast, time },
  }
}

function refund(
  numbers: Numbers,
  times: Times,
  now: number,
  at: number,
  cost: number,
): Refunded<Removal> | undefined {
  const window = numbers[1]!
  const { first, last } = settle(times, window, now)
  const kept = times.length - last
  const from = Math.max(first, leading(times, kept, at - 1))
  const to = leading(times, kept, at)
  const count = Math.min(cost, to - from)
  if (count <= 0) return undefined
  const next = { time: at, count }
  if (count === kept - first) return { next, lifeMs: 0 }
  const newest = times.at(to === kept && to - count === from ? from - 1 : kept - 1)
  return { next, lifeMs: newest + window - now }
}

const log: TimesAlgorithm = { state: 'times', id: 'sl', lua, decide, refund }

function policy(name: string, limit: number, windowMs: number): Policy {
  return Object.freeze({
    name,
    algorithm: log,
    numbers: Object.freeze([limit, windowMs]),
    quota: Object.freeze({ units: limit, windowMs }),
    divide: (instances: number) => policy(name, Math.ceil(limit / checkInstances(instances)), windowMs),
  })
}

const LARGEST_LIMIT = 100_000

/**
 * Sliding window log: at most `limit` units in any span of `window`, exactly. Keeps an entry for each unit, so it costs
 * memory in proportion to the limit. The moving window of E. P. Rathgeb, "Modeling and Performance Comparison of Policing
 * Mechanisms for ATM Networks", IEEE JSAC 9(3), 1991; also known as the rolling window.
 * @throws OptionsError when an option is missing, unknown or not what it should be, or `limit` is over 100 000.
 */
export function slidingWindowLog(options: SlidingWindowLogOptions): Policy {
  checkOptions('slidingWindowLog', options, ['name', 'limit', 'window'])
  const limit = checkPositive('limit', options.limit)
  if (limit > LARGEST_LIMIT) {
    const hint = 'a log keeps an entry for each unit; take slidingWindowCounter for a limit this high'
    throw unexpected('limit', `at most ${LARGEST_LIMIT} for a log`, limit, hint)
  }
  const windowMs = toMs('window', options.window)
  return policy(checkName(options.name, `${limit}-per-${toText(windowMs)}`), limit, windowMs)
}
