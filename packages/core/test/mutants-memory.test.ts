import { everyKind } from '@rl/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fixedWindow, type MemoryStore, memoryStore, tokenBucket } from '../src/index.ts'

// Lives are counted by the process's own clock, also under an injected one.
let now = 1_699_999_200_000
beforeEach(() => {
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
})

const hourly = tokenBucket({ name: 'hourly', capacity: 10, refillRate: 1, refillInterval: '1h' })
const brief = fixedWindow({ name: 'brief', limit: 1_000, window: '1s' })

const spend = (store: MemoryStore, policy: typeof hourly, key: string, cost = 1) =>
  store.consume([{ policy, key, cost }])
const left = async (store: MemoryStore, policy: typeof hourly, key: string) =>
  (await store.consume([{ policy, key, cost: 0 }], { dry: true })).verdicts[0]!.remaining

describe('a memory store that is full', () => {
  it('keeps at most as many keys as it may', async () => {
    const store = memoryStore({ maxKeys: 100 })
    for (let id = 0; id < 1_000; id++) await spend(store, id % 2 === 0 ? hourly : brief, `user:${id}`)
    expect(store.size).toBe(100)
  })

  it('lets go of the key that is soonest as good as new', async () => {
    const store = memoryStore({ maxKeys: 8 })
    for (let id = 0; id < 8; id++) await spend(store, hourly, `user:${id}`, id === 3 ? 1 : 5)
    await spend(store, hourly, 'new', 5)
    expect(store.size).toBe(8)
    expect(await left(store, hourly, 'user:3')).toBe(10)
    for (const id of [0, 1, 2, 4, 5, 6, 7]) expect(await left(store, hourly, `user:${id}`)).toBe(5)
  })

  it('lets go of none for a key that it has', async () => {
    const store = memoryStore({ maxKeys: 8 })
    for (let round = 1; round <= 3; round++)
      for (let id = 0; id < 8; id++) {
        await spend(store, hourly, `user:${id}`)
        expect(await left(store, hourly, `user:${id}`)).toBe(10 - round)
      }
    expect(store.size).toBe(8)
  })
})

describe('a memory store that sweeps', () => {
  it('C079 lets go of keys that nobody asks for again, by and by', async () => {
    const store = memoryStore()
    for (let id = 0; id < 1_000; id++) await spend(store, brief, `once:${id}`)
    expect(store.size).toBe(1_000)
    now += 999
    await spend(store, brief, 'other')
    expect(store.size).toBe(1_001)
    now += 500
    for (let call = 0; call < 600; call++) await spend(store, brief, 'other')
    expect(store.size).toBe(1)
  })

  it('touches none whose time is not over', async () => {
    const store = memoryStore()
    for (let id = 0; id < 50; id++) await spend(store, hourly, `user:${id}`, 4)
    for (let call = 0; call < 200; call++) {
      now += 10
      await spend(store, brief, `brief:${call}`)
      await spend(store, hourly, `user:${call % 50}`, 0)
      await spend(store, hourly, 'busy', call % 2)
    }
    for (let id = 0; id < 50; id++) expect(await left(store, hourly, `user:${id}`)).toBe(6)
  })

  it('remembers a long life beside short ones', async () => {
    const store = memoryStore()
    await spend(store, hourly, 'long', 9)
    await spend(store, brief, 'short')
    now += 2_000
    await spend(store, brief, 'another')
    expect(await left(store, hourly, 'long')).toBe(1)
    now += 10 * 3_600_000
    await spend(store, brief, 'another')
    expect(store.size).toBe(1)
  })
})

describe('a memory store', () => {
  it('counts keys, and not charges', async () => {
    const store = memoryStore()
    const charges = everyKind(10).map((policy) => ({ policy, key: 'one', cost: 2 }))
    for (let call = 0; call < 3; call++) await store.consume(charges)
    expect(store.size).toBe(charges.length)
    await store.reset(charges)
    expect(store.size).toBe(0)
  })

  it('C080 starts no timer', async () => {
    const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')]
    onTestFinished(() => {
      for (const timer of timers) timer.mockRestore()
    })
    const store = memoryStore({ maxKeys: 5 })
    for (let id = 0; id < 10; id++) await spend(store, hourly, `user:${id}`)
    await store.refund([{ policy: hourly, key: 'user:9', cost: 1 }], now)
    for (const timer of timers) expect(timer).not.toHaveBeenCalled()
  })
})
