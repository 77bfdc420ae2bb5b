import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLimiter, fixedWindow, memoryStore, OptionsError, withDenialCache } from '../../src/index.ts'
import { unsteady } from './unsteady.ts'

describe('withDenialCache', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'], now: 1_700_000_000_000 }))
  afterEach(() => void vi.useRealTimers())

  const perMinute = fixedWindow({ limit: 2, window: '1m' })

  function site(maxAge?: '10s' | '10m', maxKeys = 100) {
    const store = unsteady(memoryStore())
    const cached = withDenialCache(store, { ...(maxAge && { maxAge }), maxKeys })
    return { store, limiter: createLimiter({ store: cached, policies: perMinute }) }
  }

  async function spend(limiter: ReturnType<typeof site>['limiter'], key = 'k') {
    for (let n = 0; n < 3; n++) await limiter.consume(key)
  }

  it('repeats a denial without asking, its times lowered by what has passed', async () => {
    const { store, limiter } = site('10m')
    await spend(limiter)
    vi.advanceTimersByTime(1_500)
    const { allowed, cached, remaining, retryAfterMs, resetAfterMs } = await limiter.consume('k')
    expect({ allowed, cached, remaining, retryAfterMs, resetAfterMs }).toEqual({
      allowed: false,
      cached: true,
      remaining: 0,
      retryAfterMs: 58_500,
      resetAfterMs: 58_500,
    })
    expect(store.asked.consume).toBe(3)
  })

  it('asks again at the very millisecond at which the store would allow', async () => {
    const { limiter } = site('10m')
    await spend(limiter)
    vi.advanceTimersByTime(59_999)
    expect((await limiter.consume('k')).allowed).toBe(false)
    vi.advanceTimersByTime(1)
    expect((await limiter.consume('k')).allowed).toBe(true)
  })

  it('asks again after `maxAge`, one second by default', async () => {
    const { store, limiter } = site()
    await spend(limiter)
    vi.advanceTimersByTime(999)
    await limiter.consume('k')
    expect(store.asked.consume).toBe(3)
    vi.advanceTimersByTime(1)
    await limiter.consume('k')
    expect(store.asked.consume).toBe(4)
  })

  it('never answers another cost, key or policy', async () => {
    const { store, limiter } = site('10m')
    const other = createLimiter({ store: limiter.store, policies: fixedWindow({ limit: 9, window: '1m' }) })
    await limiter.consume('k')
    expect((await limiter.consume('k', { cost: 2 })).allowed).toBe(false)
    expect((await limiter.consume('k')).allowed).toBe(true)
    expect((await limiter.consume('k')).allowed).toBe(false)
    expect((await other.consume('k')).allowed).toBe(true)
    expect((await limiter.consume('j')).allowed).toBe(true)
    expect(store.asked.consume).toBe(6)
  })

  it('repeats to a look too', async () => {
    const { store, limiter } = site('10m')
    await spend(limiter)
    expect((await limiter.peek('k')).cached).toBe(true)
    expect(store.asked.dry).toBe(0)
  })

  it('forgets with a reset and with a refund', async () => {
    const { limiter } = site('10m')
    const first = await limiter.consume('k')
    await spend(limiter)
    expect(await limiter.refund(first)).toBe(true)
    expect((await limiter.consume('k')).allowed).toBe(true)
    expect((await limiter.consume('k')).allowed).toBe(false)
    await limiter.reset('k')
    expect((await limiter.consume('k')).allowed).toBe(true)
  })

  it('keeps no more than `maxKeys`, the latest', async () => {
    const { store, limiter } = site('10m', 10)
    for (let n = 0; n < 20; n++) await spend(limiter, `k${n}`)
    const { consume } = store.asked
    for (let n = 0; n < 20; n++) expect((await limiter.consume(`k${n}`)).allowed).toBe(false)
    expect(store.asked.consume - consume).toBeGreaterThanOrEqual(10)
    for (let n = 10; n < 20; n++) expect((await limiter.consume(`k${n}`)).cached).toBe(true)
  })

  it.each([
    [{ maxAge: '-1s' }, /`maxAge`/],
    [{ maxAge: 1_000 }, /`maxAge`/],
    [{ maxKeys: 0 }, /`maxKeys`/],
    [{ ttl: '1s' }, /ttl/],
  ])('refuses %j', (options, message) => {
    expect(() => withDenialCache(memoryStore(), options as never)).toThrow(OptionsError)
    expect(() => withDenialCache(memoryStore(), options as never)).toThrow(message)
  })
})
