import { describe, expect, it } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  isOptionsError,
  memoryStore,
  type Policy,
  type Store,
  tokenBucket,
} from '../src/index.ts'
import { everyMode, onBothStores, type Subject } from './cases/subject.ts'

const left = async (limiter: ReturnType<Subject['limiter']>, key: string) => {
  const { policies } = await limiter.peek(key, { cost: 0 })
  return policies.map(({ remaining }) => remaining)
}

describe('a decision', () => {
  onBothStores('is that of the policy with the least left', async ({ limiter, key }) => {
    const policies = [
      tokenBucket({ name: 'wide', capacity: 100, refillRate: 1 }),
      fixedWindow({ name: 'narrow', limit: 3, window: '1m' }),
    ]
    const decision = await limiter(...policies).consume(key)
    expect(decision).toMatchObject({ allowed: true, remaining: 2, retryAfterMs: 0, resetAfterMs: 60_000 })
    expect(decision.policies.map(({ policy, remaining }) => [policy, remaining])).toEqual([
      [policies[0], 99],
      [policies[1], 2],
    ])
    expect(decision).not.toHaveProperty('degraded')
  })

  onBothStores('is that of the denying policy with the longest wait', async ({ limiter, key }) => {
    const both = limiter(
      fixedWindow({ name: 'hour', limit: 2, window: '1h' }),
      fixedWindow({ name: 'minute', limit: 1, window: '1m' }),
      fixedWindow({ name: 'free', limit: 1_000, window: '1d' }),
    )
    expect(await both.consume(key)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await both.consume(key)).toMatchObject({ allowed: false, retryAfterMs: 60_000, remaining: 0 })
    const never = await both.consume(key, { cost: { hour: 2, minute: 2 } })
    expect(never).toMatchObject({ allowed: false, retryAfterMs: Number.POSITIVE_INFINITY })
    const hour = await both.consume(key, { cost: { hour: 2 } })
    expect(hour).toMatchObject({ allowed: false, retryAfterMs: 3_600_000, remaining: 1 })
    expect(hour.policies.map(({ allowed }) => allowed)).toEqual([false, false, true])
  })

  it('can be taken apart, copied and shown', async () => {
    const limiter = createLimiter({ store: memoryStore({ clock: () => 5 }), policies: everyMode(3, 60) })
    const decision = await limiter.consume('k')
    const { allowed, remaining, policies } = decision
    expect({ allowed, remaining, count: policies.length }).toEqual({ allowed: true, remaining: 2, count: 7 })
    expect(Object.keys({ ...decision })).toEqual(Object.keys(decision))
  })

  onBothStores('is short as JSON, with the names of its policies', async ({ limiter, key }) => {
    const both = limiter(
      fixedWindow({ name: 'burst', limit: 2, window: '1m' }),
      tokenBucket({ name: 'hour', capacity: 9, refillRate: 1, refillInterval: '1h' }),
    )
    const never = await both.consume(key, { cost: { burst: 3 } })
    const denied = { allowed: false, remaining: 2, retryAfterMs: null, resetAfterMs: 0 }
    const allowed = { allowed: true, remaining: 9, retryAfterMs: 0, resetAfterMs: 0 }
    expect(JSON.parse(JSON.stringify({ never }))).toEqual({
      never: {
        ...denied,
        at: never.at,
        policies: [
          { policy: 'burst', ...denied },
          { policy: 'hour', ...allowed },
        ],
      },
    })
    const made = { ...never }
    expect(made).toEqual(never)
    expect(made).not.toHaveProperty('toJSON')
    const charged = await both.consume(key)
    expect(JSON.stringify(charged)).toContain('"remaining":1')
    expect(await both.refund(charged)).toBe(true)
  })

  it('says as JSON that it was made without the shared state', async () => {
    const memory = memoryStore()
    const store: Store = {
      ...memory,
      consume: async (charges) => ({ ...(await memory.consume(charges)), degraded: true, cached: true }),
    }
    const limiter = createLimiter({ store, policies: everyMode(3, 60) })
    const written = JSON.parse(JSON.stringify(await limiter.consume('k')))
    expect(written).toMatchObject({ allowed: true, degraded: true, cached: true })
  })
})

describe('refund', () => {
  const modes = everyMode(10, 60)

  for (const policy of modes) {
    onBothStores(`gives back once what was charged: ${policy.name}`, async ({ limiter, key, at }) => {
      const one = limiter(policy)
      at(1_000)
      await one.consume(key, { cost: 5 })
      const decision = await one.consume(key, { cost: 3 })
      expect(await left(one, key)).toEqual([2])
      expect(await one.refund(decision)).toBe(true)
      expect(await left(one, key)).toEqual([5])
      expect(await one.refund(decision)).toBe(false)
      expect(await left(one, key)).toEqual([5])
    })
  }

  onBothStores('gives back once, however many ask at once', async ({ limiter, key, at }) => {
    const all = limiter(...modes)
    at(1_000)
    await all.consume(key, { cost: 4 })
    const decision = await all.consume(key, { cost: 4 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => all.refund(decision)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await left(all, key)).toEqual(modes.map(() => 6))
  })

  onBothStores('gives each policy what it was charged', async ({ limiter, key, at }) => {
    const all = limiter(...modes)
    at(1_000)
    await all.consume(key, { cost: 2 })
    const cost = { continuous: 1, interval: 2, window: 3, aligned: 4, log: 5, counter: 6, leaky: 0 }
    const decision = await all.consume(key, { cost })
    expect(await left(all, key)).toEqual([7, 6, 5, 4, 3, 2, 8])
    expect(await all.refund(decision)).toBe(true)
    expect(await left(all, key)).toEqual(modes.map(() => 8))
  })

  onBothStores('of what charged nothing changes nothing and says so', async ({ limiter, key, at, store }) => {
    const all = limiter(...modes)
    at(1_000)
    const charged = await all.consume(key, { cost: 6 })
    const denied = await all.consume(key, { cost: 5 })
    const never = await all.consume(key, { cost: 11 })
    const dry = await all.peek(key)
    const free = await all.consume(key, { cost: 0 })
    expect([denied, never, dry, free].map(({ allowed }) => allowed)).toEqual([false, false, true, true])
    const copies = [{ ...charged }, structuredClone({ ...charged, policies: [] }), Object.create(charged)]
    const foreign = await createLimiter({ store, policies: modes }).consume(key)
    for (const each of [denied, never, dry, free, ...copies, foreign]) {
      expect(await all.refund(each)).toBe(false)
    }
    expect(await left(all, key)).toEqual(modes.map(() => 3))
    expect(await all.refund(charged)).toBe(true)
    expect(await left(all, key)).toEqual(modes.map(() => 9))
  })

  onBothStores('is refused of what is no decision, such as a promise of one', async ({ limiter, key }) => {
    const all = limiter(...modes)
    const promise = all.consume(key, { cost: 6 })
    await expect(all.refund(promise as never)).rejects.toThrow(
      'Expected `decision` to be what `consume` or `wait` answered, got a promise; await it first',
    )
    for (const none of [undefined, null, {}, key, [], { allowed: 1 }, async () => promise]) {
      await expect(all.refund(none as never)).rejects.toThrow(/^Expected `decision` .*, got [^;]*$/)
      await expect(all.refund(none as never)).rejects.toSatisfy(isOptionsError)
    }
    expect(await left(all, key)).toEqual(modes.map(() => 4))
    expect(await all.refund(await promise)).toBe(true)
  })

  onBothStores('says false once nothing of the charge is left', async ({ limiter, key, at }) => {
    const all = limiter(...modes)
    at(1_000)
    const decision = await all.consume(key, { cost: 3 })
    const longest = Math.max(...decision.policies.map(({ resetAfterMs }) => resetAfterMs))
    at(1_000 + longest)
    const later = await all.consume(key, { cost: 2 })
    expect(await all.refund(decision)).toBe(false)
    expect(await left(all, key)).toEqual(modes.map(() => 8))
    expect(await all.refund(later)).toBe(true)
    expect(await left(all, key)).toEqual(modes.map(() => 10))
  })

  onBothStores('gives nothing back after a reset', async ({ limiter, key, at, lives }) => {
    const all = limiter(...modes)
    at(1_000)
    const decision = await all.consume(key, { cost: 3 })
    await all.reset(key)
    expect(await all.refund(decision)).toBe(false)
    expect((await lives()).size).toBe(0)
    expect(await left(all, key)).toEqual(modes.map(() => 10))
  })

  onBothStores('of the only charge leaves nothing stored', async ({ limiter, key, at, lives }) => {
    const all = limiter(...modes)
    at(1_000)
    const decision = await all.consume(key, { cost: 7 })
    expect(await all.refund(decision)).toBe(true)
    expect((await lives()).size).toBe(0)
  })

  onBothStores('lets those in who were denied', async ({ limiter, key, at }) => {
    const all = limiter(...modes)
    at(1_000)
    const decision = await all.consume(key, { cost: 10 })
    expect(await all.consume(key)).toMatchObject({ allowed: false })
    await all.refund(decision)
    expect(await all.consume(key, { cost: 10 })).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('that a store could not make is not made again, since the first may yet arrive', async () => {
    const memory = memoryStore({ clock: () => 0 })
    let asked = 0
    const store = {
      ...memory,
      refund: async () => {
        asked++
        throw new Error('away')
      },
    }
    const policies: Policy = fixedWindow({ limit: 10, window: '1m' })
    const limiter = createLimiter({ store, policies })
    const decision = await limiter.consume('k')
    await expect(limiter.refund(decision)).rejects.toThrow('away')
    expect(await limiter.refund(decision)).toBe(false)
    expect(asked).toBe(1)
  })
})
