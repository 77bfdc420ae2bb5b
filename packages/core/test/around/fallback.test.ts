import { describeStore } from '@rl/contract'
import { describe, expect, it } from 'vitest'
import {
  createGuard,
  createLimiter,
  fixedWindow,
  isStoreError,
  leakyBucket,
  memoryStore,
  OptionsError,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
  type Warning,
  withFallback,
} from '../../src/index.ts'
import { unsteady } from './unsteady.ts'

describeStore('withFallback whose store works', (clock) => ({
  store: withFallback(memoryStore({ clock }), memoryStore({ clock }), { instances: 4 }),
}))

const EVERY_KIND = [
  tokenBucket({ capacity: 10, refillRate: 1, refillInterval: '1h' }),
  tokenBucket({ name: 'interval', capacity: 10, refillRate: 1, refillInterval: '1h', refill: 'interval' }),
  fixedWindow({ limit: 10, window: '1h' }),
  slidingWindowLog({ limit: 10, window: '1h' }),
  slidingWindowCounter({ limit: 10, window: '1h' }),
  leakyBucket({ capacity: 10, leakRate: 1, leakInterval: '1h' }),
]

function site(instances: number) {
  const warnings: Warning[] = []
  const first = unsteady(memoryStore())
  const here = unsteady(memoryStore())
  const store = withFallback(first, here, { instances, onWarning: (warning) => warnings.push(warning) })
  return { first, here, store, warnings }
}

describe('withFallback', () => {
  it.each(EVERY_KIND)(
    'admits a share, rounded up, while the store is away ($algorithm.id)',
    async (policies) => {
      const { first, store } = site(4)
      const limiter = createLimiter({ store, policies })
      first.away = true
      const decisions = await Promise.all(Array.from({ length: 9 }, () => limiter.consume('k')))
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(3)
      expect(decisions.every(({ degraded }) => degraded === true)).toBe(true)
      expect(decisions[0]?.policies[0]?.policy).toBe(policies)
    },
  )

  it('says of a cost over a share that the store is away, and not that it never fits', async () => {
    const { first, store } = site(4)
    const limiter = createLimiter({ store, policies: tokenBucket({ capacity: 20, refillRate: 20 }) })
    first.away = true
    const behind = [limiter.wait('k', { cost: 10 }), limiter.wait('k')] as const
    await expect(behind[0]).rejects.toSatisfy(isStoreError)
    expect(await behind[1]).toMatchObject({ allowed: true, degraded: true })
    const guard = createGuard({ limiter, key: () => 'k', cost: 10 })
    expect(await guard({})).toMatchObject({ pass: false, status: 503 })
    await expect(limiter.wait('k', { cost: 21 })).rejects.toThrow(OptionsError)
    first.away = false
    expect((await limiter.wait('k', { cost: 10 })).remaining).toBe(10)
  })

  it('uses the store again as soon as it answers, and admits at most one quota more', async () => {
    const { first, store } = site(2)
    const limiter = createLimiter({ store, policies: fixedWindow({ limit: 10, window: '1h' }) })
    for (let n = 0; n < 4; n++) await limiter.consume('k')
    first.away = true
    for (let n = 0; n < 20; n++) await limiter.consume('k')
    first.away = false
    const back = await limiter.consume('k')
    expect(back.degraded).toBeUndefined()
    expect(back.remaining).toBe(5)
  })

  it('warns once when the store fails and once when it is back', async () => {
    const { first, store, warnings } = site(2)
    const limiter = createLimiter({ store, policies: fixedWindow({ limit: 10, window: '1h' }) })
    first.away = true
    for (let n = 0; n < 50; n++) await limiter.consume('k')
    first.away = false
    for (let n = 0; n < 5; n++) await limiter.consume('k')
    expect(warnings.map(({ code }) => code)).toEqual(['store-failed', 'store-recovered'])
  })

  it('takes back where it was charged, and nowhere else', async () => {
    const { first, here, store } = site(1)
    const limiter = createLimiter({ store, policies: fixedWindow({ limit: 10, window: '1h' }) })
    const shared = await limiter.consume('k')
    first.away = true
    const alone = await limiter.consume('k')
    expect(await limiter.refund(alone)).toBe(true)
    first.away = false
    expect(await limiter.refund(shared)).toBe(true)
    expect(first.asked.refund).toBe(1)
    expect(here.asked.refund).toBe(1)
    expect((await limiter.peek('k', { cost: 0 })).remaining).toBe(10)
  })

  it('forgets in both', async () => {
    const { first, here, store } = site(1)
    const limiter = createLimiter({ store, policies: fixedWindow({ limit: 10, window: '1h' }) })
    await limiter.consume('k')
    first.away = true
    await limiter.consume('k')
    first.away = false
    await limiter.reset('k')
    expect([first.asked.reset, here.asked.reset]).toEqual([1, 1])
  })

  it('lets a wrong call be wrong', async () => {
    const { first, here, store } = site(2)
    first.away = false
    await expect(store.consume([])).rejects.toThrow(OptionsError)
    expect(here.asked.consume).toBe(0)
  })

  it('keeps every share within the whole numbers', () => {
    const largest = tokenBucket({ capacity: 9_007_199_254_740, refillRate: 1 })
    for (const instances of [1, 2, 3, 7, 1_000, 1_000_000]) {
      const { numbers } = largest.divide(instances)
      expect(numbers[0]! * numbers[2]!).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER - 1)
      expect(numbers[0]).toBeGreaterThanOrEqual(1)
    }
  })

  it.each([
    [{}, /`instances`/],
    [{ instances: 0 }, /`instances`/],
    [{ instances: 1.5 }, /`instances`/],
    [{ instances: 2, share: 1 }, /share/],
  ])('refuses %j', (options, message) => {
    expect(() => withFallback(memoryStore(), memoryStore(), options as never)).toThrow(OptionsError)
    expect(() => withFallback(memoryStore(), memoryStore(), options as never)).toThrow(message)
  })

  it('refuses to fall back on itself or on what is no store', () => {
    const store = memoryStore()
    expect(() => withFallback(store, store, { instances: 2 })).toThrow(/`fallback`/)
    expect(() => withFallback(store, {} as never, { instances: 2 })).toThrow(/`fallback`/)
  })
})
