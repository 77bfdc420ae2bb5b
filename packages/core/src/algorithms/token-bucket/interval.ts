import type { Numbers, NumbersAlgorithm, Refunded, Ruling } from '../../policy.ts'
import lua from './interval.lua'

/** The level now, the start of the running interval, and when the bucket was last full. */
function settle(
  numbers: Numbers,
  state: Numbers | undefined,
  now: number,
): [level: number, start: number, since: number] {
  const [capacity, rate, interval] = numbers as [number, number, number]
  if (!state) return [capacity, now, now]
  let [level, start, since] = state as [number, number, number]
  if (start - now > Math.ceil(capacity / rate) * interval) return [capacity, now, now]
  if (now > start && level < capacity) {
    const passed = Math.floor((now - start) / interval)
    if (passed >= Math.ceil((capacity - level) / rate)) {
      level = capacity
    } else {
      level += passed * rate
      start += passed * interval
    }
  }
  if (level >= capacity) return [capacity, now, now]
  return [level, start, since]
}

/** Milliseconds from now until so many tokens have come in. */
const wait = (numbers: Numbers, start: number, now: number, tokens: number): number =>
  start - now + Math.ceil(tokens / numbers[1]!) * numbers[2]!

function decide(numbers: Numbers, state: Numbers | undefined, now: number, cost: number): Ruling<Numbers> {
  const capacity = numbers[0]!
  let [level, start, since] = settle(numbers, state, now)
  let retryAfterMs = 0
  if (cost > capacity) retryAfterMs = Number.POSITIVE_INFINITY
  else if (level >= cost) level -= cost
  else retryAfterMs = wait(numbers, start, now, cost - level)
  return {
    allowed: retryAfterMs === 0,
    remaining: level,
    retryAfterMs,
    resetAfterMs: level < capacity ? wait(numbers, start, now, capacity - level) : 0,
    next: [level, start, since],
  }
}

function refund(
  numbers: Numbers,
  state: Numbers,
  now: number,
  at: number,
  cost: number,
): Refunded<Numbers> | undefined {
  const capacity = numbers[0]!
  let [level, start, since] = settle(numbers, state, now)
  if (level >= capacity || at < since) return undefined
  if (level + cost >= capacity) return { next: [capacity, start, since], lifeMs: 0 }
  level += cost
  return { next: [level, start, since], lifeMs: wait(numbers, start, now, capacity - level) }
}

export const interval: NumbersAlgorithm = { state: 'numbers', id: 'ti', size: 3, lua, decide, refund }
