import type { Numbers, NumbersAlgorithm, Refunded, Ruling } from '../../policy.ts'
import lua from './continuous.lua'

/** A level counted in parts of another interval, rounded down. */
function convert(level: number, unit: number, capacity: number, interval: number): number {
  const whole = Math.floor(level / unit)
  if (whole >= capacity) return capacity * interval
  const part = Math.floor(((level - whole * unit) * interval) / unit)
  return whole * interval + (part >= interval ? interval - 1 : part)
}

/** The level now, the time that it is of (later than now where the clock stepped back), and when the bucket was last full. */
function settle(
  numbers: Numbers,
  state: Numbers | undefined,
  now: number,
): [level: number, time: number, since: number] {
  const [capacity, rate, interval] = numbers as [number, number, number]
  const full = capacity * interval
  if (!state || state[2]! < 1) return [full, now, now]
  let [level, time, unit, since] = state as [number, number, number, number]
  if (unit !== interval) level = convert(level, unit, capacity, interval)
  if (time - now > Math.ceil(full / rate)) return [full, now, now]
  if (now > time && level < full) {
    if (now - time >= Math.ceil((full - level) / rate)) level = full
    else level += (now - time) * rate
  }
  if (level >= full) return [full, now, now]
  return [level, Math.max(now, time), since]
}

function decide(numbers: Numbers, state: Numbers | undefined, now: number, cost: number): Ruling<Numbers> {
  const [capacity, rate, interval] = numbers as [number, number, number]
  let [level, time, since] = settle(numbers, state, now)
  let retryAfterMs = 0
  if (cost > capacity) retryAfterMs = Number.POSITIVE_INFINITY
  else if (level >= cost * interval) level -= cost * interval
  else retryAfterMs = time - now + Math.ceil((cost * interval - level) / rate)
  const missing = capacity * interval - level
  return {
    allowed: retryAfterMs === 0,
    remaining: Math.floor(level / interval),
    retryAfterMs,
    resetAfterMs: missing > 0 ? time - now + Math.ceil(missing / rate) : 0,
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
  const full = capacity * interval
  if (level >= full || at < since) return undefined
  if (cost >= capacity || level + cost * interval >= full)
    return { next: [full, time, interval, since], lifeMs: 0 }
  level += cost * interval
  return { next: [level, time, interval, since], lifeMs: time - now + Math.ceil((full - level) / rate) }
}

export const continuous: NumbersAlgorithm = { state: 'numbers', id: 'tb', size: 4, lua, decide, refund }
