import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it } from 'vitest'
import {
  createLimiter,
  type Decision,
  isStoreError,
  leakyBucket,
  type Policy,
  redisStore,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'
import { watched } from './wait-subject.ts'

const clients = [new Redis(inject('redisSocket')), new Redis(inject('redisSocket'))]
const run = crypto.randomUUID().slice(0, 8)

afterAll(() => {
  for (const client of clients) client.disconnect()
})

/** A limiter with a client of its own, as another process would have it. */
const onClient = (client: Redis, policy: Policy) => {
  const store = watched(redisStore(client, { timeout: '10s' }))
  return { store, limiter: createLimiter({ store, policies: policy }) }
}

/** Most units of those decisions, by the server's clock, that any span of so many ms holds. */
function most(decisions: readonly Decision[], spanMs: number): number {
  const times = decisions.map(({ at }) => at).sort((a, b) => a - b)
  let first = 0
  let found = 0
  for (const [last, time] of times.entries()) {
    while (time - times[first]! >= spanMs) first++
    found = Math.max(found, last - first + 1)
  }
  return found
}

describe('wait on a shared Redis', () => {
  it.each([
    ['token bucket', tokenBucket({ capacity: 5, refillRate: 60 }), (ms: number) => 5 + (60 * ms) / 1_000],
    ['leaky bucket', leakyBucket({ capacity: 5, leakRate: 60 }), (ms: number) => 5 + (60 * ms) / 1_000],
    ['log', slidingWindowLog({ limit: 12, window: '200ms' }), (ms: number) => 12 * Math.ceil(ms / 200)],
  ])('keeps two limiters together within the bound: %s', async (name, policy, bound) => {
    const key = `${run}:${name}`
    const sides = clients.map((client) => onClient(client, policy))
    const decisions = await Promise.all(
      sides.flatMap(({ limiter }) => Array.from({ length: 30 }, () => limiter.wait(key))),
    )
    expect(decisions.every(({ allowed }) => allowed)).toBe(true)
    for (let ms = 1; ms <= 1_500; ms += 7) expect(most(decisions, ms)).toBeLessThanOrEqual(bound(ms))
    for (const { store } of sides) expect(store.mostAtOnce).toBe(1)
  })

  it('takes back what an aborted question charged', async () => {
    const { limiter, store } = onClient(
      clients[0]!,
      tokenBucket({ capacity: 10, refillRate: 1, refillInterval: '1h' }),
    )
    const key = `${run}:aborted`
    await limiter.consume(key, { cost: 2 })
    const controller = new AbortController()
    const { signal } = controller
    const waits = Array.from({ length: 20 }, () => limiter.wait(key, { cost: 3, signal }))
    controller.abort('enough')
    const settled = await Promise.allSettled(waits)
    expect(settled.every((each) => each.status === 'rejected' && each.reason === 'enough')).toBe(true)
    expect(store).toMatchObject({ asked: 2, refunded: 1 })
    expect(await limiter.peek(key, { cost: 0 })).toMatchObject({ remaining: 8 })
  })

  it('rejects with a StoreError when Redis is away', async () => {
    const client = new Redis({ path: '/nowhere/redis.sock', lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    const limiter = createLimiter({
      store: redisStore(client, { timeout: '50ms' }),
      policies: tokenBucket({ capacity: 10, refillRate: 1 }),
    })
    const settled = await Promise.allSettled(Array.from({ length: 100 }, () => limiter.wait('k')))
    for (const each of settled) {
      expect(each.status === 'rejected' && each.reason).toSatisfy(isStoreError)
    }
    client.disconnect()
  })
})
