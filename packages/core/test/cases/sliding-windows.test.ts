import { describe, expect, it } from 'vitest'
import {
  createLimiter,
  isOptionsError,
  type Limiter,
  redisStore,
  slidingWindowCounter,
  slidingWindowLog,
} from '../../src/index.ts'
import { inMemory, onBothStores, onRedis, type Subject, sharedRedis } from './subject.ts'

/** Calls of one unit at these times: [allowed, remaining, retryAfterMs] of each. */
async function calls({ at, key }: Subject, limiter: Limiter, times: readonly number[], cost = 1) {
  const answers: [boolean, number, number][] = []
  for (const time of times) {
    at(time)
    const { allowed, remaining, retryAfterMs } = await limiter.consume(key, { cost })
    answers.push([allowed, remaining, retryAfterMs])
  }
  return answers
}

const admitted = (answers: readonly [boolean, number, number][]) =>
  answers.filter(([allowed]) => allowed).length

const tenTimes = (time: number) => Array.from({ length: 10 }, () => time)

describe('sliding windows', () => {
  onBothStores('C042 the estimate is compared unrounded, so that a limit of 1 works', async (subject) => {
    const limiter = subject.limiter(slidingWindowCounter({ limit: 1, window: '10s' }))
    expect(await calls(subject, limiter, [0, 1_000, 10_001, 19_999, 20_000])).toEqual([
      [true, 0, 0],
      [false, 0, 19_000],
      [false, 0, 9_999],
      [false, 0, 1],
      [true, 0, 0],
    ])
  })

  onBothStores('C043 what remains counts the share of the previous window', async (subject) => {
    const limiter = subject.limiter(slidingWindowCounter({ limit: 100, window: '60s' }))
    await calls(subject, limiter, [30_000], 50)
    await calls(subject, limiter, [61_000, 66_000], 5)
    expect(await calls(subject, limiter, [66_000])).toEqual([[true, 44, 0]])
  })

  onBothStores('C044 calls of one and the same millisecond each count', async (subject) => {
    const limiter = subject.limiter(slidingWindowLog({ limit: 5, window: '10s' }))
    const answers = await calls(subject, limiter, Array<number>(100).fill(0))
    expect(admitted(answers)).toBe(5)
    expect(answers[99]).toEqual([false, 0, 10_000])
    for (const name of (await subject.lives()).keys()) expect(await sharedRedis.llen(name)).toBe(5)
  })

  onBothStores(
    'C046 old entries go before the count, and the wait is that of the oldest',
    async (subject) => {
      const second = subject.limiter(slidingWindowLog({ name: 'a', limit: 3, window: '1s' }))
      expect((await calls(subject, second, [0, 1, 2, 1_500]))[3]).toEqual([true, 2, 0])
      const minute = subject.limiter(slidingWindowLog({ name: 'b', limit: 3, window: '60s' }))
      expect((await calls(subject, minute, [0, 10_000, 20_000, 30_000]))[3]).toEqual([false, 0, 30_000])
      const ten = subject.limiter(slidingWindowLog({ name: 'c', limit: 10, window: '10s' }))
      const everySecond = Array.from({ length: 10 }, (_, second) => second * 1_000)
      expect(admitted(await calls(subject, ten, everySecond))).toBe(10)
      expect(await calls(subject, ten, [9_500, 10_000])).toEqual([
        [false, 0, 500],
        [true, 0, 0],
      ])
    },
  )

  onBothStores('C047 small costs do not slip past after a large one', async (subject) => {
    const limiter = subject.limiter(slidingWindowLog({ limit: 10, window: '60s' }))
    expect(await calls(subject, limiter, [0], 8)).toEqual([[true, 2, 0]])
    expect(await calls(subject, limiter, [10_000, 10_000, 10_000])).toEqual([
      [true, 1, 0],
      [true, 0, 0],
      [false, 0, 50_000],
    ])
    expect(await calls(subject, limiter, [20_000], 5)).toEqual([[false, 0, 40_000]])
  })

  onBothStores('C049 a log never does', async (subject) => {
    const limiter = subject.limiter(slidingWindowLog({ limit: 10, window: '60s' }))
    const answers = await calls(subject, limiter, [...tenTimes(59_900), ...tenTimes(60_000)])
    expect(admitted(answers)).toBe(10)
    expect(answers[10]).toEqual([false, 0, 59_900])
    expect((await calls(subject, limiter, [119_899, 119_900])).map(([allowed]) => allowed)).toEqual([
      false,
      true,
    ])
  })

  onBothStores('C049 a counter lets in what the share of the last window leaves', async (subject) => {
    const limiter = subject.limiter(slidingWindowCounter({ limit: 10, window: '60s' }))
    expect(admitted(await calls(subject, limiter, tenTimes(59_900)))).toBe(10)
    const second = await calls(subject, limiter, tenTimes(60_000))
    expect(admitted(second)).toBe(0)
    expect(second[0]).toEqual([false, 0, 6_000])
    expect(await calls(subject, limiter, [65_999, 66_000])).toEqual([
      [false, 0, 1],
      [true, 0, 0],
    ])
  })
})

describe('C048 denied calls are not kept', () => {
  const policy = slidingWindowLog({ limit: 100, window: '15m' })
  const flood = async ({ limiter, key }: Subject, count: number) => {
    const one = limiter(policy)
    let allowed = 0
    for (let sent = 0; sent < count; sent += 1_000) {
      const decisions = await Promise.all(Array.from({ length: 1_000 }, () => one.consume(key)))
      for (const decision of decisions) allowed += decision.allowed ? 1 : 0
    }
    return allowed
  }

  it('in memory, of 100 000', async () => {
    const subject = inMemory()
    expect(await flood(subject, 100_000)).toBe(100)
    expect(await subject.limiter(policy).peek(subject.key)).toMatchObject({ remaining: 0 })
  })

  // A fifth of the case's calls: each writes nothing, and memory has had them all.
  it('on Redis, of 20 000, and an entry costs at most 12 bytes', async () => {
    const subject = onRedis()
    expect(await flood(subject, 20_000)).toBe(100)
    const [name] = [...(await subject.lives()).keys()]
    expect(await sharedRedis.llen(name!)).toBe(100)
    const large = subject.limiter(slidingWindowLog({ name: 'large', limit: 1_000, window: '15m' }))
    await large.consume(subject.key, { cost: 1_000 })
    const bytes = await sharedRedis.memory('USAGE', `rl1:{${subject.key}}:large:sl`, 'SAMPLES', 0)
    expect(bytes).toBeLessThanOrEqual(12 * 1_000)
  }, 60_000)

  it('a thousand keys at their limit cost what their entries cost', async () => {
    const prefix = `${onRedis().key}:`
    const store = redisStore(sharedRedis, { prefix, timeout: '10s', clock: () => 1_700_000_000_000 })
    const limiter = createLimiter({ store, policies: policy })
    const keys = Array.from({ length: 1_000 }, (_, nth) => `user:${nth}`)
    for (const cost of [50, 50, 1]) await Promise.all(keys.map((key) => limiter.consume(key, { cost })))
    const names = await sharedRedis.keys(`${prefix}*`)
    expect(names).toHaveLength(1_000)
    const usage = await Promise.all(names.map((name) => sharedRedis.memory('USAGE', name)))
    const bytes = usage.reduce<number>((sum, each) => sum + Number(each), 0)
    expect(bytes).toBeLessThanOrEqual(1_000 * (100 * 12 + 250))
    await sharedRedis.del(names)
  }, 60_000)

  it('and a limit that would make a large log is refused with advice', () => {
    let error: unknown
    try {
      slidingWindowLog({ limit: 100_001, window: '15m' })
    } catch (caught) {
      error = caught
    }
    expect(error).toSatisfy(isOptionsError)
    expect((error as Error).message).toMatch(/limit.*slidingWindowCounter/)
  })
})

describe('C039 denied calls renew nothing', () => {
  onBothStores('a client that tries every 30 s gets its share of a log', async (subject) => {
    const limiter = subject.limiter(slidingWindowLog({ limit: 10, window: '10m' }))
    const times = Array.from({ length: 120 }, (_, nth) => nth * 30_000)
    const answers = await calls(subject, limiter, times)
    expect(admitted(answers)).toBe(60)
  })
})
