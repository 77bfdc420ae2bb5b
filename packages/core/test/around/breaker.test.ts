import { describeStore } from '@rl/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  isStoreError,
  memoryStore,
  OptionsError,
  withBreaker,
} from '../../src/index.ts'
import { unsteady } from './unsteady.ts'

describeStore('withBreaker', (clock) => ({ store: withBreaker(memoryStore({ clock })) }))

const policies = fixedWindow({ limit: 1_000, window: '1h' })

describe('withBreaker', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  const failed = (work: Promise<unknown>) => expect(work).rejects.toSatisfy(isStoreError)

  it('stops asking a store that failed five times in a row', async () => {
    const store = unsteady(memoryStore())
    const limiter = createLimiter({ store: withBreaker(store), policies })
    store.away = true
    for (let n = 0; n < 50; n++) await failed(limiter.consume('k'))
    expect(store.asked).toMatchObject({ consume: 5, dry: 0 })
  })

  it('does not count failures that were not in a row', async () => {
    const store = unsteady(memoryStore())
    const limiter = createLimiter({ store: withBreaker(store), policies })
    for (let n = 0; n < 20; n++) {
      store.away = n % 5 !== 4
      await limiter.consume('k').catch(() => {})
    }
    expect(store.asked.consume).toBe(20)
  })

  it('does not count a wrong call as a failure', async () => {
    const store = unsteady(memoryStore())
    const limiter = createLimiter({ store: withBreaker(store, { failures: 1 }), policies })
    await expect(limiter.consume('k', { cost: -1 })).rejects.toThrow(OptionsError)
    await expect(withBreaker(store, { failures: 1 }).consume([])).rejects.toThrow(OptionsError)
    expect((await limiter.consume('k')).allowed).toBe(true)
  })

  it('probes in the background, charging nothing and holding up nobody, and asks again once the store is back', async () => {
    const store = unsteady(memoryStore())
    const limiter = createLimiter({ store: withBreaker(store, { probeEvery: '500ms' }), policies })
    store.away = true
    for (let n = 0; n < 5; n++) await failed(limiter.consume('k'))
    vi.advanceTimersByTime(499)
    await failed(limiter.consume('k'))
    expect(store.asked.dry).toBe(0)
    vi.advanceTimersByTime(1)
    for (let n = 0; n < 9; n++) await failed(limiter.consume('k'))
    expect(store.asked.dry).toBe(1)
    store.away = false
    vi.advanceTimersByTime(500)
    await failed(limiter.consume('k'))
    await Promise.resolve()
    const { allowed, remaining } = await limiter.consume('k')
    expect({ allowed, remaining }).toEqual({ allowed: true, remaining: 999 })
  })

  it('refunds nothing through a store that is left alone, and always tries a reset', async () => {
    const store = unsteady(memoryStore())
    const limiter = createLimiter({ store: withBreaker(store), policies })
    const decision = await limiter.consume('k')
    store.away = true
    for (let n = 0; n < 5; n++) await failed(limiter.consume('k'))
    await failed(limiter.refund(decision))
    await failed(limiter.reset('k'))
    expect(store.asked).toMatchObject({ refund: 0, reset: 1 })
  })

  it.each([
    [{ failures: 0 }, /`failures`/],
    [{ probeEvery: 500 as never }, /`probeEvery`/],
    [{ often: 1 } as never, /often/],
  ])('refuses %j', (options, message) => {
    expect(() => withBreaker(memoryStore(), options)).toThrow(OptionsError)
    expect(() => withBreaker(memoryStore(), options)).toThrow(message)
  })

  it('refuses what is no store', () => {
    expect(() => withBreaker({} as never)).toThrow(/`store`/)
  })
})
