import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it } from 'vitest'
import {
  createLimiter,
  type Decision,
  fixedWindow,
  isStoreError,
  type RedisClient,
  redisStore,
  tokenBucket,
} from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())
const real = detect(redis)

/** A client whose answers are changed on their way. */
function changing(change: (reply: unknown[]) => unknown): RedisClient {
  const answer = async (reply: Promise<unknown>) => change((await reply) as unknown[])
  return {
    evalsha: (...call) => answer(real.evalsha(...call)),
    eval: (...call) => answer(real.eval(...call)),
  }
}

let made = 0
const limiterOn = (client: RedisClient) =>
  createLimiter({
    store: redisStore(client, { timeout: '10s', prefix: `replies${made++}:` }),
    policies: [
      tokenBucket({ capacity: 4, refillRate: 1, refillInterval: '1m' }),
      fixedWindow({ limit: 3, window: '1h' }),
    ],
  })

/** What became of some checks that were started together: one alone, then a batch. */
const together = (client: RedisClient) => {
  const limiter = limiterOn(client)
  return Promise.allSettled(Array.from({ length: 6 }, () => limiter.consume('user:123', { cost: 2 })))
}

describe('an answer to a batch', () => {
  it('is told apart from one that is cut, longer, of other types or of impossible numbers, which fails all in it', async () => {
    const changes: [name: string, change: (reply: unknown[]) => unknown][] = [
      ['cut', (reply) => reply.slice(0, -1)],
      ['longer', (reply) => [...reply, 0]],
      ['nothing', () => []],
      ['no list', () => 'OK'],
      ['null', () => null],
      ['a hole', (reply) => reply.with(-1, null)],
      ['a fraction', (reply) => reply.with(1, 0.5)],
      ['words', (reply) => reply.with(1, 'user:123')],
      ['a time before 1970', (reply) => reply.with(0, -1)],
      ['words in place of what is left, then a wait', (reply) => reply.with(1, 'user:123').with(3, 5)],
      ['a wait of nothing for what is denied', (reply) => reply.with(1, -1).with(3, 0)],
      ['a wait below never', (reply) => reply.with(1, -1).with(3, -2)],
    ]
    for (const [name, change] of changes) {
      const results = await together(changing(change))
      for (const result of results) {
        expect(result.status, name).toBe('rejected')
        const { reason } = result as PromiseRejectedResult
        expect(isStoreError(reason), name).toBe(true)
        expect(reason.message).toMatch(
          /^Redis answered .+, expected whole numbers: the time, and two or three for each of \d+ decisions$/,
        )
        expect(reason.message).not.toContain('user:123')
      }
    }
  })

  it('says the same with its numbers in text, as some clients are set to give them', async () => {
    const kept = ({ allowed, remaining, policies }: Decision) => ({
      allowed,
      remaining,
      policies: policies.map((one) => [one.policy.name, one.allowed, one.remaining]),
    })
    const values = (results: PromiseSettledResult<Decision>[]) =>
      results.map((result) => kept((result as PromiseFulfilledResult<Decision>).value))
    const numbers = values(await together(real))
    expect(numbers.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 1],
      ...Array(5).fill([false, 1]),
    ])
    expect(values(await together(changing((reply) => reply.map(String))))).toEqual(numbers)
  })

  it('tells of a damaged value once, and of a denial what is left and when it is full, beside it', async () => {
    const warnings: string[] = []
    const policies = [tokenBucket({ capacity: 4, refillRate: 1, refillInterval: '1m' })]
    const store = redisStore(redis, { timeout: '10s', onWarning: ({ code }) => warnings.push(code) })
    const key = `replies-damaged${process.pid}`
    await redis.set(`rl1:{${key}}:${policies[0]!.name}:${policies[0]!.algorithm.id}`, 'damaged')
    const limiter = createLimiter({ store, policies })
    expect(await limiter.peek(key, { cost: 5 })).toMatchObject({
      allowed: false,
      remaining: 4,
      resetAfterMs: 0,
    })
    expect(await limiter.peek(key, { cost: 4 })).toMatchObject({ allowed: true, remaining: 0 })
    expect(warnings).toEqual(['damaged-state'])
  })
})
