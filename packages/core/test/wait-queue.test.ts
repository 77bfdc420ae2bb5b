import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { slidingWindowLog, tokenBucket } from '../src/index.ts'
import { fateOf, gate, waitSubject } from './wait-subject.ts'

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('those who wait for one key', () => {
  it('do not stampede: of a thousand one asks, and no more than twice for each', async () => {
    const { limiter, store } = waitSubject(tokenBucket({ capacity: 10, refillRate: 100 }))
    const order: number[] = []
    const all = Array.from({ length: 1_000 }, (_, nth) => limiter.wait('k').then(() => order.push(nth)))
    await pass(0)
    expect(order).toHaveLength(10)
    // The eleventh asked and was denied; the others are silent.
    expect(store.asked).toBe(11)
    await pass(30_000)
    await Promise.all(all)
    expect(order).toEqual(Array.from({ length: 1_000 }, (_, nth) => nth))
    expect(store.mostAtOnce).toBe(1)
    expect(store.asked).toBeLessThanOrEqual(2_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leave at their `maxWait`, however slowly those in front are served', async () => {
    const { limiter, store } = waitSubject(tokenBucket({ capacity: 100, refillRate: 100 }))
    store.hold = () => new Promise((resolve) => setTimeout(resolve, 50))
    const front = Array.from({ length: 40 }, () => fateOf(limiter.wait('k')))
    const hurried = fateOf(limiter.wait('k', { maxWait: '100ms' }))
    await pass(99)
    expect(hurried.state).toBe('waits')
    await pass(2)
    expect(hurried.reason).toMatchObject({
      name: 'TimeoutError',
      message: '`maxWait` is over, with others still in front',
    })
    await pass(2_000)
    expect(front.map(({ state }) => state)).toEqual(front.map(() => 'resolved'))
    expect(store.asked).toBe(40)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are never let through faster than the policy says', async () => {
    const { limiter } = waitSubject(slidingWindowLog({ limit: 5, window: '1s' }))
    const at: number[] = []
    const all = Array.from({ length: 40 }, () => limiter.wait('k').then((decision) => at.push(decision.at)))
    await pass(20_000)
    await Promise.all(all)
    for (let nth = 5; nth < at.length; nth++) expect(at[nth]! - at[nth - 5]!).toBeGreaterThanOrEqual(1_000)
  })

  it('keep their order whatever they cost', async () => {
    const { limiter } = waitSubject(tokenBucket({ capacity: 10, refillRate: 10 }))
    await limiter.consume('k', { cost: 10 })
    const order: string[] = []
    const all = [
      limiter.wait('k', { cost: 9 }).then(() => order.push('large')),
      limiter.wait('k', { cost: 1 }).then(() => order.push('small')),
      limiter.wait('k', { cost: 0 }).then(() => order.push('nothing')),
    ]
    await pass(500)
    expect(order).toEqual([])
    await pass(3_000)
    await Promise.all(all)
    expect(order).toEqual(['large', 'small', 'nothing'])
  })

  it('do not hold up those of another key', async () => {
    const { limiter, store } = waitSubject(tokenBucket({ capacity: 1, refillRate: 1 }))
    const { passed, open } = gate()
    store.hold = () => passed
    const held = fateOf(limiter.wait('held'))
    await pass(0)
    store.hold = async () => {}
    await limiter.consume('slow')
    const slow = fateOf(limiter.wait('slow'))
    const free = Array.from({ length: 100 }, (_, nth) => fateOf(limiter.wait(`free:${nth}`)))
    await pass(0)
    expect(free.every(({ state }) => state === 'resolved')).toBe(true)
    expect([held.state, slow.state]).toEqual(['waits', 'waits'])
    open()
    await pass(1_100)
    expect([held.state, slow.state]).toEqual(['resolved', 'resolved'])
  })

  it('can be ten thousand, who leave together', async () => {
    const { limiter, store } = waitSubject(tokenBucket({ capacity: 1, refillRate: 1 }))
    await limiter.consume('k')
    const controller = new AbortController()
    const fates = Array.from({ length: 10_000 }, () =>
      fateOf(limiter.wait('k', { signal: controller.signal, maxWait: '1h' })),
    )
    await pass(0)
    controller.abort()
    await pass(0)
    expect(fates.every(({ state }) => state === 'rejected')).toBe(true)
    expect(store.asked).toBe(2)
  })
})
