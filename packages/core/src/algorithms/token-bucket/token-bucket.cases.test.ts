import { describe, expect, it } from 'vitest'
import { inMemory, onBothStores, type Subject } from '../../../test/cases/subject.ts'
import { type Limiter, leakyBucket, type TokenBucketOptions, tokenBucket } from '../../index.ts'

type Answer = readonly [allowed: boolean, remaining: number, retryAfterMs: number]

/** Asks a limiter at a time for some units. */
const asking =
  ({ at, key }: Subject, limiter: Limiter) =>
  async (ms: number, cost = 1): Promise<Answer> => {
    at(ms)
    const { allowed, remaining, retryAfterMs } = await limiter.consume(key, { cost })
    return [allowed, remaining, retryAfterMs]
  }

const bucket = (subject: Subject, options: Omit<TokenBucketOptions, 'name'>) =>
  asking(subject, subject.limiter(tokenBucket({ name: 'bucket', ...options })))

/** The times at which one unit is allowed, of all the times that it is asked for. */
async function allowedTimes(ask: ReturnType<typeof asking>, everyMs: number, untilMs: number) {
  const allowed: number[] = []
  for (let ms = 0; ms <= untilMs; ms += everyMs) if ((await ask(ms))[0]) allowed.push(ms)
  return allowed
}

describe('what comes in', () => {
  onBothStores('C005 an emptied bucket lives until it is full', async (subject) => {
    const limiter = subject.limiter(
      tokenBucket({ capacity: 10, refillRate: 2, refillInterval: '10s', refill: 'interval' }),
    )
    const ask = asking(subject, limiter)
    expect(await limiter.consume(subject.key, { cost: 10 })).toMatchObject({ resetAfterMs: 50_000 })
    for (const life of (await subject.lives()).values()) expect(life).toBeGreaterThan(50_000)
    expect(await ask(10_000)).toEqual([true, 1, 0])
    expect(await ask(10_000)).toEqual([true, 0, 0])
    expect(await ask(10_000)).toEqual([false, 0, 10_000])
  })

  onBothStores('C025 parts of a token count, and are not rounded up', async (subject) => {
    const ask = bucket(subject, { capacity: 6, refillRate: 6, refillInterval: '60s' })
    expect(await ask(0, 6)).toEqual([true, 0, 0])
    expect(await ask(5_000)).toEqual([false, 0, 5_000])
    expect(await ask(9_999)).toEqual([false, 0, 1])
    expect(await ask(10_000)).toEqual([true, 0, 0])
  })

  onBothStores('C025 parts of a token are kept by a charge', async (subject) => {
    const ask = bucket(subject, { capacity: 5, refillRate: 1 })
    expect(await ask(0, 5)).toEqual([true, 0, 0])
    expect(await ask(1_700)).toEqual([true, 0, 0])
    expect(await ask(2_000)).toEqual([true, 0, 0])
    expect(await ask(2_001)).toEqual([false, 0, 999])
  })

  onBothStores('C033 the part of an interval that is over already is not thrown away', async (subject) => {
    const ask = bucket(subject, { capacity: 10, refillRate: 1, refillInterval: '10s', refill: 'interval' })
    expect(await ask(0, 10)).toEqual([true, 0, 0])
    expect(await ask(25_000, 2)).toEqual([true, 0, 0])
    expect(await ask(29_000)).toEqual([false, 0, 1_000])
    expect(await ask(29_999)).toEqual([false, 0, 1])
    expect(await ask(30_000)).toEqual([true, 0, 0])
  })

  onBothStores('C034 an impatient caller gets all that comes in', async (subject) => {
    const ask = bucket(subject, { capacity: 10, refillRate: 5 })
    await ask(0, 10)
    const allowed = await allowedTimes(ask, 10, 10_000)
    expect(allowed).toHaveLength(50)
    expect(allowed.slice(0, 3)).toEqual([200, 400, 600])
  })

  it('C034 a caller of every millisecond gets all that comes in', async () => {
    const ask = bucket(inMemory(), { capacity: 10, refillRate: 3 })
    await ask(0, 10)
    const allowed = await allowedTimes(ask, 1, 10_000)
    expect(allowed).toHaveLength(30)
    expect(allowed.slice(0, 3)).toEqual([334, 667, 1_000])
  })

  onBothStores('C034 no more than the capacity comes in', async (subject) => {
    const ask = bucket(subject, { capacity: 10, refillRate: 2 })
    expect(await ask(0)).toEqual([true, 9, 0])
    expect(await ask(600, 10)).toEqual([true, 0, 0])
  })

  // The interval starts with the charge that takes the bucket below full, so both modes allow alike here.
  for (const refill of ['continuous', 'interval'] as const) {
    onBothStores(`C035 denied calls do not put off the refill: ${refill}`, async (subject) => {
      const ask = bucket(subject, { capacity: 1, refillRate: 1, refill })
      expect(await allowedTimes(ask, 300, 4_200)).toEqual([0, 1_200, 2_400, 3_600])
    })
  }
})

describe('a clock that steps back', () => {
  onBothStores('C017 neither moves the stored time back nor refills twice', async (subject) => {
    const ask = bucket(subject, { capacity: 4, refillRate: 2 })
    for (const left of [3, 2, 1, 0]) expect(await ask(100_000)).toEqual([true, left, 0])
    expect(await ask(99_000)).toEqual([false, 0, 1_500])
    expect(await ask(100_000)).toEqual([false, 0, 500])
  })

  // The case steps back by more than one full refill: that is a broken clock, which may cost one capacity, once.
  onBothStores('C017 by more than one refill costs one capacity at most', async (subject) => {
    const ask = bucket(subject, { capacity: 4, refillRate: 2 })
    await ask(100_000, 4)
    expect(await ask(90_000, 4)).toEqual([true, 0, 0])
    expect(await ask(90_000)).toEqual([false, 0, 500])
    expect(await ask(100_000, 4)).toEqual([true, 0, 0])
    expect(await ask(100_000)).toEqual([false, 0, 500])
  })

  onBothStores('C018 drains nothing', async (subject) => {
    const ask = bucket(subject, { capacity: 5, refillRate: 1 })
    for (const left of [4, 3, 2]) expect(await ask(100_000)).toEqual([true, left, 0])
    expect(await ask(97_000)).toEqual([true, 1, 0])
    expect(await ask(100_500)).toEqual([true, 0, 0])
  })

  onBothStores('C018 locks nobody out for longer than a refill takes, beside the step', async (subject) => {
    const ask = bucket(subject, { capacity: 5, refillRate: 1 })
    await ask(100_000, 5)
    expect(await ask(95_000)).toEqual([false, 0, 6_000])
    // One step further back the stored time is that of a broken clock.
    expect(await ask(94_999)).toEqual([true, 4, 0])
  })
})

describe('odd costs', () => {
  for (const refill of ['continuous', 'interval'] as const) {
    onBothStores(`C026 more than the capacity never fits, and takes nothing: ${refill}`, async (subject) => {
      const ask = bucket(subject, { capacity: 5, refillRate: 1, refill })
      expect(await ask(0, 6)).toEqual([false, 5, Number.POSITIVE_INFINITY])
      expect((await subject.lives()).size).toBe(0)
      expect(await ask(0)).toEqual([true, 4, 0])
    })

    onBothStores(`C038 what is too much now takes nothing: ${refill}`, async (subject) => {
      const ask = bucket(subject, { capacity: 10, refillRate: 1, refillInterval: '1h', refill })
      expect(await ask(0, 8)).toEqual([true, 2, 0])
      expect((await ask(0, 5)).slice(0, 2)).toEqual([false, 2])
      expect(await ask(0)).toEqual([true, 1, 0])
    })
  }

  it.each([Number.NaN, Infinity, -Infinity, -1, 0, 0.5, '10', null, undefined])(
    'C028 %s is refused as a number of a bucket, by its name',
    (wrong) => {
      const right = { capacity: 10, refillRate: 1 }
      for (const name of ['capacity', 'refillRate']) {
        const options = { ...right, [name]: wrong }
        expect(() => tokenBucket(options)).toThrow(`Expected \`${name}\` to be a positive whole number, got`)
      }
    },
  )
})

describe('other numbers over a live state', () => {
  const reshaped = async (
    subject: Subject,
    before: TokenBucketOptions,
    after: TokenBucketOptions,
    cost: number,
  ) => {
    await subject.limiter(tokenBucket({ ...before, name: 'p' })).consume(subject.key, { cost })
    return subject.limiter(tokenBucket({ ...after, name: 'p' }))
  }
  const of = (capacity: number) => ({ capacity, refillRate: capacity, refillInterval: '60s' }) as const

  onBothStores('C050 (a) a lowered capacity acts at once', async (subject) => {
    const lowered = await reshaped(subject, of(20), of(10), 5)
    expect(await lowered.peek(subject.key)).toMatchObject({ allowed: true, remaining: 9 })
    expect(await lowered.peek(subject.key, { cost: 0 })).toMatchObject({ remaining: 10 })
    expect(await lowered.consume(subject.key, { cost: 12 })).toMatchObject({
      allowed: false,
      retryAfterMs: Number.POSITIVE_INFINITY,
    })
  })

  onBothStores('C050 (b) a raised capacity is no gift', async (subject) => {
    const ask = asking(subject, await reshaped(subject, of(10), of(20), 10))
    expect(await ask(0)).toEqual([false, 0, 3_000])
    expect(await ask(3_000)).toEqual([true, 0, 0])
    expect(await ask(3_001)).toEqual([false, 0, 2_999])
  })

  onBothStores('C050 (c) a raised rate denies nothing that was allowed', async (subject) => {
    const raised = await reshaped(subject, of(10), { ...of(10), refillRate: 1_000 }, 5)
    expect(await raised.consume(subject.key)).toMatchObject({ allowed: true })
    const leaky = (leakRate: number) =>
      subject.limiter(leakyBucket({ name: 'l', capacity: 10, leakRate, leakInterval: '60s' }))
    await leaky(10).consume(subject.key, { cost: 5 })
    expect(await leaky(1_000).consume(subject.key)).toMatchObject({ allowed: true })
  })
})
