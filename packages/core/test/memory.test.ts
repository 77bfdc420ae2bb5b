import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  memoryStore,
  type Store,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'
import { bundle } from './bundle.ts'
import type { Report } from './memory/lives.ts'

const bucket = tokenBucket({ capacity: 100, refillRate: 1 })
const charge = (store: Store, key: string, cost = 1) => store.consume([{ policy: bucket, key, cost }])
const isDenied = async (store: Store, key: string) =>
  !(await store.consume([{ policy: bucket, key, cost: 1 }], { dry: true })).verdicts[0]!.allowed

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('how much the memory store keeps', () => {
  it('is never more than maxKeys, over all policies', async () => {
    const store = memoryStore({ maxKeys: 100 })
    const policies = [
      bucket,
      fixedWindow({ limit: 5, window: '1h' }),
      slidingWindowLog({ limit: 5, window: '1h' }),
    ]
    for (let id = 0; id < 1_000; id++) {
      await store.consume(policies.map((policy) => ({ policy, key: `user:${id}`, cost: 1 })))
      expect(store.size).toBeLessThanOrEqual(100)
    }
    expect(store.size).toBe(100)
    for (let id = 0; id < 1_000; id++)
      await store.consume([{ policy: policies[id % 3]!, key: `other:${id}`, cost: 1 }])
    expect(store.size).toBe(100)
  })

  it('is one key where there is room for one', async () => {
    const store = memoryStore({ maxKeys: 1 })
    for (const key of ['a', 'b', 'a']) expect((await charge(store, key)).verdicts[0]?.remaining).toBe(99)
    expect((await charge(store, 'a')).verdicts[0]?.remaining).toBe(98)
    expect(store.size).toBe(1)
  })

  it('grows by a charge only, and shrinks by a reset or a full refund', async () => {
    const store = memoryStore()
    await charge(store, 'free', 0)
    await charge(store, 'denied', 101)
    await isDenied(store, 'dry')
    await store.refund([{ policy: bucket, key: 'never', cost: 1 }], Date.now())
    expect(store.size).toBe(0)
    const { at } = await charge(store, 'a')
    await charge(store, 'b')
    expect(store.size).toBe(2)
    await store.reset([{ policy: bucket, key: 'b', cost: 1 }])
    await store.refund([{ policy: bucket, key: 'a', cost: 1 }], at)
    expect(store.size).toBe(0)
  })

  it('goes down by itself: two keys that are over go with every charge', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = memoryStore()
    for (let id = 0; id < 500; id++) await charge(store, `short:${id}`)
    await charge(store, 'long', 90)
    expect(store.size).toBe(501) // nothing goes between calls
    for (let calls = 0; calls < 260; calls++) {
      const before = store.size
      await charge(store, 'long')
      expect(before - store.size).toBeLessThanOrEqual(2)
      vi.advanceTimersByTime(1_000)
    }
    expect(store.size).toBe(1)
  })

  it('goes down by the calls of other policies, too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = memoryStore()
    const others = [fixedWindow({ limit: 1_000, window: '24h' })].map((policy) => ({
      policy,
      key: 'a',
      cost: 1,
    }))
    await store.consume(others)
    for (let id = 0; id < 100; id++) await charge(store, `short:${id}`)
    vi.advanceTimersByTime(1_000)
    for (let calls = 0; calls < 60; calls++) await store.consume(others)
    expect(store.size).toBe(1)
  })

  it('is next to nothing with the first charge after all are over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = memoryStore()
    for (let id = 0; id < 5_000; id++) await charge(store, `user:${id}`, 1 + (id % 50))
    expect(store.size).toBe(5_000)
    vi.advanceTimersByTime(50_000)
    await charge(store, 'last')
    expect(store.size).toBe(1)
  })
})

describe('what the memory store drops when it is full', () => {
  it('is the key that is closest to as good as new', async () => {
    const store = memoryStore({ maxKeys: 5 })
    for (const [key, cost] of [
      ['c', 30],
      ['a', 10],
      ['e', 100],
      ['b', 20],
      ['d', 40],
    ] as const)
      await charge(store, key, cost)
    for (const next of ['a', 'b', 'c']) {
      await charge(store, `new ${next}`, 90)
      expect((await charge(store, next, 0)).verdicts[0]?.remaining).toBe(100)
    }
    expect((await charge(store, 'd', 0)).verdicts[0]?.remaining).toBe(60)
    expect(await isDenied(store, 'e')).toBe(true)
  })

  it('is not a key of a policy with few keys, when others have many', async () => {
    const store = memoryStore({ maxKeys: 1_000 })
    const daily = fixedWindow({ limit: 5, window: '24h' })
    const login = slidingWindowLog({ limit: 5, window: '15m' })
    for (let id = 0; id < 1_000; id++) await store.consume([{ policy: daily, key: `user:${id}`, cost: 1 }])
    let allowed = 0
    for (let call = 0; call < 600; call++) {
      const charges = [{ policy: login, key: `account:${call % 3}`, cost: 1 }]
      if ((await store.consume(charges)).verdicts[0]!.allowed) allowed++
    }
    expect(allowed).toBeLessThanOrEqual(15 + 15) // one of the three is in a sample of eight once in 40 times
  })

  it('is a key that is over, whichever policy it is of', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = memoryStore({ maxKeys: 1_000 })
    const daily = fixedWindow({ limit: 5, window: '24h' })
    const users = Array.from({ length: 50 }, (_, id) => ({ policy: daily, key: `user:${id}`, cost: 1 }))
    for (const user of users) await store.consume([user])
    for (let id = 0; id < 950; id++) await charge(store, `short:${id}`)
    vi.advanceTimersByTime(1_000)
    const more = Array.from({ length: 300 }, (_, id) => ({ policy: daily, key: `more:${id}`, cost: 1 }))
    for (const user of more) await store.consume([user])
    for (const user of [...users, ...more])
      expect((await store.consume([user], { dry: true })).verdicts[0]!.remaining).toBe(3)
  })

  it('is not a key that is blocked, however many new ones come', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = memoryStore({ maxKeys: 1_000 })
    for (let id = 0; id < 1_000; id++) await charge(store, `user:${id}`, id % 10 === 0 ? 100 : 1)
    for (let id = 0; id < 20_000; id++) await charge(store, `flood:${id}`)
    const blocked = Array.from({ length: 100 }, (_, nth) => `user:${nth * 10}`)
    const still = (await Promise.all(blocked.map((key) => isDenied(store, key)))).filter(Boolean)
    expect(still.length).toBeGreaterThanOrEqual(99) // a sample of eight blocked ones alone comes once in 10^8 times
    expect(store.size).toBe(1_000)
  })
})

describe('the memory store and its process', () => {
  it('C080 has no timers: it is made and used where there are none', async () => {
    const none = () => {
      throw new Error('no timers here')
    }
    for (const name of ['setTimeout', 'setInterval', 'setImmediate']) vi.stubGlobal(name, none)
    const store = memoryStore({ maxKeys: 2 })
    const limiter = createLimiter({ store, policies: [bucket, fixedWindow({ limit: 5, window: '1s' })] })
    for (const key of ['a', 'b', 'c', 'x'.repeat(1_000)]) await limiter.refund(await limiter.consume(key))
    await limiter.reset('a')
    expect((await limiter.consume('a')).remaining).toBe(4)
  })

  it('C032 keeps windows that are longer than any timer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const warnings: string[] = []
    const listener = ({ name }: Error) => warnings.push(name)
    process.on('warning', listener)
    for (const window of ['30d', '365d', '36500d'] as const) {
      const limiter = createLimiter({ store: memoryStore(), policies: fixedWindow({ limit: 5, window }) })
      for (let left = 4; left >= 0; left--) expect((await limiter.consume('a')).remaining).toBe(left)
      vi.advanceTimersByTime(50)
      expect(await limiter.consume('a')).toMatchObject({ allowed: false })
      vi.advanceTimersByTime(30 * 86_400_000 - 51)
      expect(await limiter.consume('a')).toMatchObject({ allowed: false })
    }
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', listener)
    expect(warnings).toEqual([])
  })

  describe('in a program of its own', () => {
    let report: Report
    beforeAll(async () => {
      const { file, remove } = await bundle(resolve(import.meta.dirname, 'memory/lives.ts'))
      // It has to end by itself: what is left open would keep it until it is killed, and the code would not be 0.
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', file], {
        timeout: 50_000,
      })
      await remove()
      report = JSON.parse(stdout) as Report
    })

    it('C080 ends with it', () => {
      expect(report.timers).toEqual([])
    })

    it('C079 holds no context of those who called', () => {
      expect(report.contexts).toBe(20_000)
      expect(report.contextsHeld).toBeLessThan(100)
    })

    it('C079 gives everything back once the windows are over', () => {
      expect(report.keysLeft).toBe(1)
      expect(report.heapGrowth.bySwept).toBeLessThan(1_000_000)
    })

    it('C060 keeps no long key', () => {
      expect(report.heapGrowth.byLongKeys).toBeLessThan(5_000_000) // of 50 MB
    })
  })
})
