import { type Duration, toMs, toText } from '../../duration.ts'
import { checkOptions, checkPositive, checkWord } from '../../options.ts'
import {
  checkInstances,
  checkName,
  type Numbers,
  type NumbersAlgorithm,
  type Policy,
  type Refunded,
  type Ruling,
} from '../../policy.ts'
import lua from './fixed-window.lua'

/** Options of {@link fixedWindow}. */
export interface FixedWindowOptions {
  /** Name in keys, headers and decisions; by default made of the numbers. */
  name?: string
  /** Units that one window admits. */
  limit: number
  /** Length of a window. */
  window: Duration
  /** When a window starts: with the first request after the last one ended (default), or at multiples of `window` since the epoch. */
  anchor?: 'first-request' | 'clock'
}

/** The window that holds now, and what is used of it. Nothing used is as good as no state, as is a start too far ahead. */
function settle(numbers: Numbers, state: Numbers | undefined, now: number): [start: number, used: number] {
  const [, window, aligned] = numbers as [number, number, number]
  if (state && state[1]! > 0 && state[0]! - now <= window) {
    const [start, used] = state as [number, number]
    const at = Math.max(now, start)
    if (aligned === 1) {
      const current = Math.floor(at / window) * window
      if (start >= current) return [current, used]
    } else if (at < start + window) {
      return [start, used]
    }
  }
  return [aligned === 1 ? Math.floor(now / window) * window : now, 0]
}

function decide(numbers: Numbers, state: Numbers | undefined, now: number, cost: number): Ruling<Numbers> {
  const [limit, window] = numbers as [number, number]
  const [start, before] = settle(numbers, state, now)
  const allowed = cost === 0 || before + cost <= limit
  const used = allowed ? before + cost : before
  const left = used > 0 ? start + window - now : 0
  return {
    allowed,
    remaining: used < limit ? limit - used : 0,
    retryAfterMs: allowed ? 0 : cost > limit ? Number.POSITIVE_INFINITY : left,
    resetAfterMs: left,
    next: [start, used],
  }
}

function refund(
  numbers: Numbers,
  state: Numbers,
  now: number,
  at: number,
  cost: number,
): Refunded<Numbers> | undefined {
  const [, window] = numbers as [number, number]
  const [start, used] = settle(numbers, state, now)
  if (used === 0 || at < start || at >= start + window) return undefined
  if (cost >= used) return { next: [start, 0], lifeMs: 0 }
  return { next: [start, used - cost], lifeMs: start + window - now }
}

const firstRequest: NumbersAlgorithm = { state: 'numbers', id: 'fw', size: 2, lua, decide, refund }
const clock: NumbersAlgorithm = { state: 'numbers', id: 'fc', size: 2, lua, decide, refund }

function policy(name: string, limit: number, windowMs: number, algorithm: NumbersAlgorithm): Policy {
  return Object.freeze({
    name,
    algorithm,
    numbers: Object.freeze([limit, windowMs, algorithm === clock ? 1 : 0]),
    quota: Object.freeze({ units: limit, windowMs }),
    divide: (instances: number) =>
      policy(name, Math.ceil(limit / checkInstances(instances)), windowMs, algorithm),
  })
}

/**
 * Fixed window: at most `limit` units in each window. Cheap and easy to explain; around the edge of two windows up to
 * twice the limit can pass within one window's length. The triggered jumping window of E. P. Rathgeb, "Modeling and
 * Performance Comparison of Policing Mechanisms for ATM Networks", IEEE JSAC 9(3), 1991; by the clock the jumping window.
 * @throws OptionsError when an option is missing, unknown or not what it should be.
 */
export function fixedWindow(options: FixedWindowOptions): Policy {
  checkOptions('fixedWindow', options, ['name', 'limit', 'window', 'anchor'])
  const limit = checkPositive('limit', options.limit)
  const windowMs = toMs('window', options.window)
  const anchor = checkWord('anchor', options.anchor, ['first-request', 'clock'])
  const name = checkName(options.name, `${limit}-per-${toText(windowMs)}`)
  return policy(name, limit, windowMs, anchor === 'clock' ? clock : firstRequest)
}
