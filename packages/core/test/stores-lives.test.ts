import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { createClient } from 'redis6'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import {
  type Duration,
  fixedWindow,
  leakyBucket,
  type Policy,
  redisStore,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'
import { redisKey, tagOf } from '../src/redis/keys.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const PREFIX = 'lives:'
const HOUR = 3_600_000
const TEST_LIFE = 60_000 // what a life is longer by under an injected clock

let now = 1_699_999_200_000
const store = redisStore(redis, { prefix: PREFIX, timeout: '10s' })
const clocked = redisStore(redis, { prefix: PREFIX, timeout: '10s', clock: () => now })

const nameOf = (policy: Policy, key: string) => redisKey(PREFIX, String(tagOf(key)), policy)
const lifeOf = (policy: Policy, key: string) => redis.pttl(nameOf(policy, key))
const charge = (policy: Policy, key: string, cost = 1) => [{ policy, key, cost }]
const verdictOf = async (policy: Policy, key: string, cost = 1, from = clocked) =>
  (await from.consume(charge(policy, key, cost))).verdicts[0]!

const kinds = everyKind(3).map((policy, place) => [policy.name, place] as const)

/** Every kind with a limit of 2, and the longest life that it may give a key. */
const withLives = (window: Duration, ms: number): (readonly [Policy, number])[] => [
  [tokenBucket({ capacity: 2, refillRate: 2, refillInterval: window }), ms],
  [tokenBucket({ capacity: 2, refillRate: 2, refillInterval: window, refill: 'interval' }), ms],
  [fixedWindow({ limit: 2, window }), ms],
  [fixedWindow({ limit: 2, window, anchor: 'clock' }), ms],
  [slidingWindowLog({ limit: 2, window }), ms],
  [slidingWindowCounter({ limit: 2, window }), 2 * ms],
  [leakyBucket({ capacity: 2, leakRate: 2, leakInterval: window }), ms],
]

describe('the life of a key', () => {
  it.each([...withLives('60s', 60_000), ...withLives('333ms', 333)])(
    'C003 is set by every call that writes, and never longer than the state is good for: %#',
    async (policy, longest) => {
      const key = `C003 ${longest}`
      const expectLife = async (atMost: number) => {
        const life = await lifeOf(policy, key)
        expect(life).not.toBe(-1) // a key without an end
        expect(life).toBeLessThanOrEqual(atMost)
        return life
      }
      const { at, verdicts } = await store.consume(charge(policy, key))
      const first = await expectLife(Math.min(longest, verdicts[0]!.resetAfterMs))
      await store.consume(charge(policy, key, 3))
      await expectLife(first)
      await store.consume(charge(policy, key, 2))
      await expectLife(Math.max(first, longest))
      await store.consume(charge(policy, key), { dry: true })
      await expectLife(longest)
      await store.refund(charge(policy, key), at)
      await expectLife(longest)
    },
  )

  it.each(kinds)('is what the state is good for, to the millisecond: %s', async (_, place) => {
    const policy = everyKind(3)[place]!
    const { resetAfterMs } = await verdictOf(policy, 'exact', 2)
    const life = await lifeOf(policy, 'exact')
    expect(life).toBeLessThanOrEqual(resetAfterMs + TEST_LIFE)
    expect(life).toBeGreaterThan(resetAfterMs + TEST_LIFE - 10_000) // less what has passed since
  })

  it.each(kinds)(
    'is not made longer by a call that is denied, dry, or without cost: %s',
    async (_, place) => {
      const policy = everyKind(3)[place]!
      await verdictOf(policy, 'unchanged', 2)
      const name = nameOf(policy, 'unchanged')
      await redis.pexpire(name, 30_000)
      await verdictOf(policy, 'unchanged', 2)
      await verdictOf(policy, 'unchanged', 0)
      await clocked.consume(charge(policy, 'unchanged'), { dry: true })
      expect(await redis.pttl(name)).toBeLessThanOrEqual(30_000)
    },
  )

  it('C001 does not matter to the count: a window that ended starts anew, however its key ends', async () => {
    const policy = fixedWindow({ limit: 10, window: '10s' })
    for (let call = 0; call < 300; call++) {
      now += 10_000
      await redis.pexpire(nameOf(policy, 'C001'), 1)
      expect(await verdictOf(policy, 'C001')).toMatchObject({ allowed: true, remaining: 9 })
      expect(await lifeOf(policy, 'C001')).toBeGreaterThan(0)
    }
  })
})

describe('a life that was taken away', () => {
  it('C002 locks nobody out: the end is in the state', async () => {
    const policy = fixedWindow({ limit: 3, window: '4h' })
    await verdictOf(policy, 'C002', 3)
    await redis.persist(nameOf(policy, 'C002'))
    now += 1_000
    expect(await verdictOf(policy, 'C002')).toMatchObject({ allowed: false, retryAfterMs: 14_399_000 })
    now += 14_399_000 // the life returns with the next call that is charged
    expect(await verdictOf(policy, 'C002')).toMatchObject({ allowed: true, remaining: 2 })
    expect(await lifeOf(policy, 'C002')).toBeGreaterThan(0)
    expect(await lifeOf(policy, 'C002')).toBeLessThanOrEqual(14_400_000 + TEST_LIFE)
  })

  it.each(kinds)('C002 returns with the next call that is charged: %s', async (_, place) => {
    const policy = everyKind(3)[place]!
    const name = nameOf(policy, 'persist')
    await verdictOf(policy, 'persist')
    await redis.persist(name)
    expect(await verdictOf(policy, 'persist')).toMatchObject({ allowed: true, remaining: 1 })
    expect(await redis.pttl(name)).toBeGreaterThan(0)
    await verdictOf(policy, 'persist')
    await redis.persist(name)
    expect(await verdictOf(policy, 'persist')).toMatchObject({ allowed: false })
    now += 4 * HOUR
    expect(await verdictOf(policy, 'persist', 3)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await redis.pttl(name)).toBeGreaterThan(0)
  })
})

describe('names of keys', () => {
  it('C059 keep two limiters of one id apart, with a life each', async () => {
    const monthly = fixedWindow({ limit: 10, window: '30d' })
    const hourly = fixedWindow({ limit: 5, window: '1h' })
    for (let call = 0; call < 5; call++) await verdictOf(monthly, 'C059', 1, store)
    const answers = []
    for (let call = 0; call < 6; call++) answers.push((await verdictOf(hourly, 'C059', 1, store)).allowed)
    expect(answers).toEqual([true, true, true, true, true, false])
    expect((await verdictOf(monthly, 'C059', 0, store)).remaining).toBe(5)
    expect(await lifeOf(hourly, 'C059')).toBeLessThanOrEqual(HOUR)
    expect(await lifeOf(monthly, 'C059')).toBeGreaterThan(29 * 24 * HOUR)
  })

  it('C051 keep every algorithm apart, also under one name', async () => {
    for (const policy of everyKind(10).map((each) => ({ ...each, name: 'one' }))) {
      expect(await verdictOf(policy, 'C051')).toMatchObject({ allowed: true, remaining: 9 })
    }
    expect(await redis.keys(`${PREFIX}*C051*`)).toHaveLength(everyKind(1).length)
  })

  it.each<[string, () => Promise<{ store: ReturnType<typeof redisStore>; close(): unknown }>]>([
    [
      'node-redis 6',
      async () => {
        const client = await createClient({
          url: `redis://127.0.0.1:${inject('redisPort')}`,
          keyPrefix: 'APP:',
        }).connect()
        return {
          store: redisStore(client, { prefix: PREFIX, timeout: '10s' }),
          close: () => client.destroy(),
        }
      },
    ],
    [
      'ioredis 6',
      async () => {
        const client = new Redis(inject('redisSocket'), { keyPrefix: 'APP:' })
        return {
          store: redisStore(client, { prefix: PREFIX, timeout: '10s' }),
          close: () => client.disconnect(),
        }
      },
    ],
  ])('C016 follow the client’s own prefix in every verb: %s', async (kind, open) => {
    const prefixed = await open()
    onTestFinished(() => void prefixed.close())
    const charges = everyKind(2).map((policy) => ({ policy, key: `C016 ${kind}`, cost: 1 }))
    await store.consume(charges) // a neighbour without that prefix
    const { at } = await prefixed.store.consume(charges)
    const found = await redis.keys(`*C016 ${kind}*`)
    expect(found.filter((name) => name.startsWith(`APP:${PREFIX}rl1:`))).toHaveLength(charges.length)
    expect(found).toHaveLength(2 * charges.length)
    const { verdicts } = await prefixed.store.consume(charges, { dry: true })
    expect(verdicts.every(({ remaining }) => remaining === 0)).toBe(true)
    expect(await prefixed.store.refund(charges, at)).toBe(true)
    await prefixed.store.consume(charges)
    await prefixed.store.reset(charges)
    expect(await redis.keys(`*C016 ${kind}*`)).toHaveLength(charges.length)
    expect((await store.consume(charges, { dry: true })).verdicts.every(({ allowed }) => allowed)).toBe(true)
  })
})
