import { describe, expect } from 'vitest'
import {
  type Duration,
  leakyBucket,
  type Policy,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'
import { onBothStores, type Subject } from './cases/subject.ts'

const bucket = (capacity: number, refillInterval: Duration) =>
  tokenBucket({ name: 'same', capacity, refillRate: 1, refillInterval })
const leaky = (capacity: number, leakInterval: Duration) =>
  leakyBucket({ name: 'same', capacity, leakRate: 1, leakInterval })
const counter = (limit: number) => slidingWindowCounter({ name: 'same', limit, window: '60s' })

/** Charges `cost` under one policy at 0, and looks at it under another of its name at `ms`. */
async function changed({ limiter, key, at }: Subject, cost: number, from: Policy, to: Policy, ms: number) {
  at(0)
  await limiter(from).consume(key, { cost })
  at(ms)
  return limiter(to).peek(key)
}

describe('after a change of its interval, a bucket', () => {
  onBothStores('keeps its tokens', async (subject) => {
    expect(await changed(subject, 5, bucket(10, '1s'), bucket(10, '4s'), 0)).toMatchObject({
      remaining: 4,
      resetAfterMs: 6 * 4_000,
    })
    subject.at(1_000)
    expect(await subject.limiter(bucket(10, '1s')).peek(subject.key)).toMatchObject({ remaining: 5 })
  })

  onBothStores('rounds a part of a token down', async ({ limiter, key, at }) => {
    at(0)
    await limiter(bucket(2, '3ms')).consume(key, { cost: 2 })
    at(4)
    await limiter(bucket(2, '3ms')).consume(key)
    // A third of a token is left, and no whole half of one.
    expect(await limiter(bucket(2, '2ms')).peek(key)).toMatchObject({ allowed: false, retryAfterMs: 2 })
  })

  onBothStores('keeps what was poured in', async (subject) => {
    expect(await changed(subject, 5, leaky(10, '1s'), leaky(10, '4s'), 0)).toMatchObject({
      remaining: 4,
      resetAfterMs: 6 * 4_000,
    })
    subject.at(1_000)
    expect(await subject.limiter(leaky(10, '1s')).peek(subject.key)).toMatchObject({ remaining: 5 })
  })

  onBothStores('rounds a part of what was poured in up', async ({ limiter, key, at }) => {
    at(0)
    await limiter(leaky(2, '3ms')).consume(key, { cost: 2 })
    at(4)
    await limiter(leaky(2, '3ms')).consume(key)
    expect(await limiter(leaky(2, '2ms')).peek(key)).toMatchObject({ allowed: false, retryAfterMs: 2 })
  })
})

describe('a sliding window counter', () => {
  onBothStores('C050 forgets what was beyond a lowered limit', async (subject) => {
    // Half of the last window still counts: 2 of 4, and not 5 of 10.
    expect(await changed(subject, 10, counter(10), counter(4), 90_000)).toMatchObject({
      allowed: true,
      remaining: 1,
    })
  })

  onBothStores('gives back in the window that was charged', async ({ limiter, key, at }) => {
    const one = limiter(counter(10))
    at(0)
    const early = await one.consume(key, { cost: 5 })
    at(60_000)
    const late = await one.consume(key, { cost: 3 })
    expect(late).toMatchObject({ remaining: 2 })
    expect(await one.refund(early)).toBe(true)
    expect(await one.peek(key, { cost: 0 })).toMatchObject({ remaining: 7 })
    at(120_000)
    expect(await one.peek(key, { cost: 0 })).toMatchObject({ remaining: 7 })
    expect(await one.refund(late)).toBe(true)
    expect(await one.peek(key, { cost: 0 })).toMatchObject({ remaining: 10, resetAfterMs: 0 })
  })
})

describe('a sliding window log', () => {
  onBothStores('writes down every unit of a large cost', async ({ limiter, key, at }) => {
    const one = limiter(slidingWindowLog({ limit: 10_000, window: '60s' }))
    let spent = 0
    for (const cost of [1, 999, 1_000, 1_001, 2_500]) {
      at(spent)
      spent += cost
      expect(await one.consume(key, { cost })).toMatchObject({ remaining: 10_000 - spent })
      expect(await one.peek(key, { cost: 0 })).toMatchObject({ remaining: 10_000 - spent })
    }
    at(60_000)
    expect(await one.peek(key, { cost: 0 })).toMatchObject({ remaining: 10_000 - spent + 1 })
  })
})
