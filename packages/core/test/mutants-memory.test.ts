import { everyKind } from '@rl/contract'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  type MemoryStore,
  memoryStore,
  type Policy,
  tokenBucket,
} from '../src/index.ts'

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

// More keys than a block of a row has room for, so that a place is filled from another block too.
it.each(everyKind(10).map((policy) => [policy.name, policy] as const))(
  'a memory store keeps what each key was charged when others go: %s',
  async (_, policy) => {
    const store = memoryStore()
    const ids = Array.from({ length: 300 }, (_, id) => id)
    const chargesOf = (id: number) => [{ policy, key: `user:${id}`, cost: 1 + (id % 9) }]
    for (const id of ids) await store.consume(chargesOf(id))
    for (const id of ids) if (id % 3 > 0) await store.reset(chargesOf(id))
    expect(store.size).toBe(100)
    const kept = await Promise.all(ids.map((id) => left(store, policy, `user:${id}`)))
    expect(kept).toEqual(ids.map((id) => (id % 3 > 0 ? 10 : 9 - (id % 9))))
  },
)

it('C060 a long key is charged, given back and forgotten under one name', async () => {
  const limiter = createLimiter({ store: memoryStore(), policies: hourly })
  for (const key of ['x'.repeat(129), '~'.repeat(3)]) {
    const decision = await limiter.consume(key, { cost: 4 })
    expect(await limiter.refund(decision)).toBe(true)
    await limiter.consume(key, { cost: 4 })
    expect((await limiter.peek(key, { cost: 0 })).remaining).toBe(6)
    await limiter.reset(key)
    expect((await limiter.peek(key, { cost: 0 })).remaining).toBe(10)
  }
})
