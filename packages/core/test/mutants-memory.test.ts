import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { fixedWindow, type MemoryStore, memoryStore, type Policy, tokenBucket } from '../src/index.ts'

let now = 1_699_999_200_000
beforeEach(() => {
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
})

const hourly = tokenBucket({ name: 'hourly', capacity: 10, refillRate: 1, refillInterval: '1h' })
const brief = fixedWindow({ name: 'brief', limit: 10, window: '1s' })

const spend = (store: MemoryStore, policy: Policy, key: string, cost = 1) =>
  store.consume([{ policy, key, cost }])
const left = async (store: MemoryStore, policy: Policy, key: string) =>
  (await store.consume([{ policy, key, cost: 0 }], { dry: true })).verdicts[0]!.remaining

it('a full memory store drops none for a key that it has', async () => {
  const store = memoryStore({ maxKeys: 8 })
  for (let round = 1; round <= 3; round++) {
    for (let id = 0; id < 8; id++) await spend(store, hourly, `user:${id}`)
    for (let id = 0; id < 8; id++) expect(await left(store, hourly, `user:${id}`)).toBe(10 - round)
  }
  expect(store.size).toBe(8)
})

it('a memory store remembers a long life beside short ones', async () => {
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
