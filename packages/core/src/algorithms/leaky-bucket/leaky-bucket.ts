import { type Duration, toMs, toText } from '../../duration.ts'
import { checkOptions, checkPositive, checkProduct, MAX_PRODUCT } from '../../options.ts'
import {
  checkInstances,
  checkName,
  type Numbers,
  type NumbersAlgorithm,
  type Policy,
  type Refunded,
  type Ruling,
} from '../../policy.ts'
import lua from './leaky-bucket.lua'

/** Options of {@link leakyBucket}. */
export interface LeakyBucketOptions {
  /** Name in keys, headers and decisions; by default made of the numbers. */
  name?: string
  /** Units that the bucket holds: the largest burst. */
  capacity: number
  /** Units that leak out per `leakInterval`, a whole number. */
  leakRate: number
  /** The time in which `leakRate` units leak out; one second by default. */
  leakInterval?: Duration
}

/** A level counted in parts of another interval, rounded up. */
function convert(level: number, unit: number, capacity: number, interval: number): number {
  const whole = Math.floor(level / unit)
  if (whole >= capacity) return capacity * interval
  const part = Math.ceil(((level - whole * unit) * interval) / unit)
  return whole * interval + Math.min(part, interval)
}

/** The level now, the time that it is of (later than now where the clock stepped back), and when the bucket was last empty. */
function settle(
  numbers: Numbers,
  state: Numbers | undefined,
  now: number,
): [level: number, time: number, since: number] {
  const [capacity, rate, interval] = numbers as [number, number, number]
  if (!state || state[2]! < 1) return [0, now, now]
  let [level, time, unit, since] = state as [number, number, number, number]
  const full = capacity * interval
  if (unit !== interval) level = convert(level, unit, capacity, interval)
  level = Math.min(level, full)
  if (time - now > Math.ceil(full / rate)) return [0, now, now]
  if (now > time) {
    if (now - time >= Math.ceil(level / rate)) level = 0
    else level -= (now - time) * rate
  }
  if (level <= 0) return [0, now, now]
  return [level, Math.max(now, time), since]
}

function decide(numbers: Numbers, state: Numbers | undefined, now: number, cost: number): Ruling<Numbers> {
  const [capacity, rate, interval] = numbers as [number, number, number]
  let [level, time, since] = settle(numbers, state, now)
  const full = capacity * interval
  let retryAfterMs = 0
  if (cost > capacity) retryAfterMs = Number.POSITIVE_INFINITY
  else if (level <= full - cost * interval) level += cost * interval
  else retryAfterMs = time - now + Math.ceil((level - (full - cost * interval)) / rate)
  return {
    allowed: retryAfterMs === 0,
    remaining: Math.floor((full - level) / interval),
    retryAfterMs,
    resetAfterMs: level > 0 ? time - now + Math.ceil(level / rate) : 0,
    next: [level, time, interval, since],
  }
}

function refund(
  numbers: Numbers,
  state: Numbers,
  now: number,
  at: number,
  cost: number,
): Refunded<Numbers> | undefined {
  const [capacity, rate, interval] = numbers as [number, number, number]
  let [level, time, since] = settle(numbers, state, now)
  if (level <= 0 || at < since) return undefined
  if (cost >= capacity || level <= cost * interval) return { next: [0, time, interval, since], lifeMs: 0 }
  level -= cost * interval
  return { next: [level, time, interval, since], lifeMs: time - now + Math.ceil(level / rate) }
}

const policer: NumbersAlgorithm = { state: 'numbers', id: 'lb', size: 4, lua, decide, refund }

function policy(name: string, capacity: number, rate: number, intervalMs: number): Policy {
  return Object.freeze({
    name,
    algorithm: policer,
    numbers: Object.freeze([capacity, rate, intervalMs]),
    quota: Object.freeze({ units: capacity, windowMs: Math.ceil((capacity * intervalMs) / rate) }),
    divide(instances: number): Policy {
      // Rounding up must not leave the whole numbers: there a share is a little smaller instead.
      const slower = Math.min(intervalMs * checkInstances(instances), MAX_PRODUCT)
      const share = Math.min(Math.ceil(capacity / instances), Math.floor(MAX_PRODUCT / slower))
      return policy(name, share, rate, slower)
    },
  })
}

/**
 * Leaky bucket as a policer (as a meter): admits a unit while it fits into a bucket that leaks `leakRate` units per
 * `leakInterval`; nothing is queued or delayed. After ITU-T I.371, annex A, the continuous-state leaky bucket.
 * @throws OptionsError when an option is missing, unknown or not what it should be, or `capacity` × `leakInterval` is too large.
 */
export function leakyBucket(options: LeakyBucketOptions): Policy {
  checkOptions('leakyBucket', options, ['name', 'capacity', 'leakRate', 'leakInterval'])
  const capacity = checkPositive('capacity', options.capacity)
  const hint = "half a unit a second is leakRate: 1, leakInterval: '2s'"
  const rate = checkPositive('leakRate', options.leakRate, hint)
  const intervalMs = options.leakInterval === undefined ? 1_000 : toMs('leakInterval', options.leakInterval)
  checkProduct(['capacity', 'leakInterval'], capacity, intervalMs)
  const name = checkName(options.name, `${capacity}-${rate}-per-${toText(intervalMs)}`)
  return policy(name, capacity, rate, intervalMs)
}
