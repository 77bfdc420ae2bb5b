import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Charge,
  createGuard,
  createLimiter,
  fixedWindow,
  memoryStore,
  OptionsError,
  type Warning,
  withBreaker,
  withDenialCache,
  withFallback,
} from '../../src/index.ts'
import { gate, watched } from '../wait-subject.ts'
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

  it.each(['reset', 'refund'])(
    'does not repeat what was asked before a %s and answered after it',
    async (verb) => {
      const store = watched(memoryStore())
      const limiter = createLimiter({ store: withDenialCache(store, { maxAge: '10m' }), policies: perMinute })
      const first = await limiter.consume('k')
      await limiter.consume('k')
      const { passed, open } = gate()
      store.hold = () => passed
      const late = limiter.consume('k')
      await (verb === 'reset' ? limiter.reset('k') : limiter.refund(first))
      open()
      expect((await late).allowed).toBe(false)
      expect(await limiter.consume('k')).toMatchObject({ allowed: true })
    },
  )

  it('does not repeat what was answered while a reset was on its way', async () => {
    const memory = memoryStore()
    const { passed, open } = gate()
    const store = {
      ...memory,
      reset: (charges: readonly Charge[]) => passed.then(() => memory.reset(charges)),
    }
    const limiter = createLimiter({ store: withDenialCache(store, { maxAge: '10m' }), policies: perMinute })
    await limiter.consume('k')
    await limiter.consume('k')
    const resetting = limiter.reset('k')
    expect((await limiter.consume('k')).allowed).toBe(false)
    open()
    await resetting
    expect(await limiter.consume('k')).toMatchObject({ allowed: true })
  })

  it('tells nobody that a store works which it did not ask', async () => {
    const warnings: string[] = []
    const onWarning = ({ code }: Warning) => void warnings.push(code)
    const { store, limiter } = site('10m')
    await spend(limiter)
    store.away = true
    const fallback = withFallback(limiter.store, memoryStore(), { instances: 1, onWarning })
    const guard = createGuard<{ name: string }>({ limiter, key: ({ name }) => name, onWarning })
    const breaker = createLimiter({ store: withBreaker(limiter.store, { failures: 2 }), policies: perMinute })
    const both = createLimiter({ store: fallback, policies: perMinute })
    for (const name of ['j', 'k', 'j', 'k']) {
      expect((await both.consume(name)).cached).toBe(name === 'k' ? true : undefined)
      expect((await guard({ name })).pass).toBe(name === 'j')
      await breaker.consume(name).catch(() => {})
    }
    expect(warnings).toEqual(['store-failed', 'store-failed'])
    await expect(breaker.consume('k')).rejects.toThrow('failed too often')
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
