import type { Numbers, NumbersAlgorithm, Refunded, Ruling } from '../../policy.ts'
import lua from './continuous.lua'

type State = [level: number, time: number, interval: number, since: number]

/** A level counted in parts of another interval, rounded down. */
function convert(level: number, unit: number, capacity: number, interval: number): number {
  const whole = Math.floor(level / unit)
  if (whole >= capacity) return capacity * interval
  const part = Math.floor(((level - whole * unit) * interval) / unit)
  return whole * interval + (part >= interval ? interval - 1 : part)
}

/** The state as it is now: of a full bucket all of it is of now; a time later than now stands, where the clock stepped back. */
function settle(numbers: Numbers, state: Numbers | undefined, now: number): State {
  const interval = numbers[2]!
  const full = numbers[0]! * interval
  if (!state || state[2]! < 1) return [full, now, interval, now]
  const rate = numbers[1]!
  const time = state[1]!
  let level = state[0]!
  if (state[2]! !== interval) level = convert(level, state[2]!, numbers[0]!, interval)
  if (time - now > Math.ceil(full / rate)) return [full, now, interval, now]
  if (now > time && level < full) {
    if (now - time >= Math.ceil((full - level) / rate)) level = full
    else level += (now - time) * rate
  }
  if (level >= full) return [full, now, interval, now]
  return [level, Math.max(now, time), interval, state[3]!]
}

function decide(numbers: Numbers, state: Numbers | undefined, now: number, cost: number): Ruling<Numbers> {
  const rate = numbers[1]!
  const interval = numbers[2]!
  const next = settle(numbers, state, now)
  let retryAfterMs = 0
  if (cost > numbers[0]!) retryAfterMs = Number.POSITIVE_INFINITY
  else if (next[0] >= cost * interval) next[0] -= cost * interval
  else retryAfterMs = next[1] - now + Math.ceil((cost * interval - next[0]) / rate)
  const missing = numbers[0]! * interval - next[0]
  return {
    allowed: retryAfterMs === 0,
    remaining: Math.floor(next[0] / interval),
    retryAfterMs,
    resetAfterMs: missing > 0 ? next[1] - now + Math.ceil(missing / rate) : 0,
    next,
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
  let [level, time, , since] = settle(numbers, state, now)
  const full = capacity * interval
  if (level >= full || at < since) return undefined
  if (cost >= capacity || level + cost * interval >= full)
    return { next: [full, time, interval, since], lifeMs: 0 }
  level += cost * interval
  return { next: [level, time, interval, since], lifeMs: time - now + Math.ceil((full - level) / rate) }
}

export const continuous: NumbersAlgorithm = { state: 'numbers', id: 'tb', size: 4, lua, decide, refund }
