import { everyKind } from '@rl/contract'
import fc from 'fast-check'
import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createLimiter, type Policy, redisStore, type Verdict, type Warning } from '../src/index.ts'
import { redisKey, tagOf } from '../src/redis/keys.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const PREFIX = 'damaged:'
const LIMIT = 5
const HOUR = 3_600_000
let now = 1_699_999_200_000
let made = 0

const open = (onWarning?: (warning: Warning) => void) =>
  redisStore(redis, { prefix: PREFIX, timeout: '10s', clock: () => now, ...(onWarning && { onWarning }) })
const nameOf = (policy: Policy, key: string) => redisKey(PREFIX, String(tagOf(key)), policy)
const freshKey = () => `key ${++made}`
const fresh: Verdict = { allowed: true, remaining: LIMIT, retryAfterMs: 0, resetAfterMs: 0 }

/** What somebody else may have put under our key. */
const FOREIGN: Record<string, (name: string) => Promise<unknown>> = {
  'an empty string': (name) => redis.set(name, ''),
  'a short string': (name) => redis.set(name, '5'),
  'a long string': (name) => redis.set(name, 'x'.repeat(10_000)),
  'a hash': (name) => redis.hset(name, { tokens: 5, last_refill: 1 }),
  'a set': (name) => redis.sadd(name, 'a'),
  'a sorted set': (name) => redis.zadd(name, 1, 'a'),
  'a stream': (name) => redis.xadd(name, '*', 'a', '1'),
}
const isLog = (policy: Policy) => policy.algorithm.state === 'times'
const foreignFor = (policy: Policy): typeof FOREIGN =>
  isLog(policy) ? FOREIGN : { ...FOREIGN, 'a list': (name) => redis.rpush(name, '1', '2', '3') }

const cases = everyKind(LIMIT).flatMap((policy) =>
  Object.entries(foreignFor(policy)).map(([what, put]) => [what, policy.name, policy, put] as const),
)

describe('a foreign value under our key', () => {
  it.each(cases)(
    'counts as no state, stays for a peek, and goes with the next charge: %s, %s',
    async (_, __, policy, put) => {
      const warnings: Warning[] = []
      const store = open((warning) => warnings.push(warning))
      const key = freshKey()
      const name = nameOf(policy, key)
      await put(name)
      const before = await redis.dump(name)
      const charges = (cost: number) => [{ policy, key, cost }]

      expect((await store.consume(charges(0), { dry: true })).verdicts).toEqual([fresh])
      expect((await store.consume(charges(LIMIT), { dry: true })).verdicts[0]).toMatchObject({
        allowed: true,
        remaining: 0,
      })
      expect((await store.consume(charges(LIMIT + 1))).verdicts[0]).toMatchObject({
        allowed: false,
        remaining: LIMIT,
      })
      expect((await store.consume(charges(0))).verdicts).toEqual([fresh])
      expect(await store.refund(charges(1), now)).toBe(false)
      expect(await redis.dump(name)).toEqual(before)
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toMatchObject({ code: 'damaged-state' })
      expect(warnings[0]?.message).not.toContain(key)

      for (let left = LIMIT - 1; left >= 0; left--)
        expect((await store.consume(charges(1))).verdicts[0]).toMatchObject({
          allowed: true,
          remaining: left,
        })
      expect((await store.consume(charges(1))).verdicts[0]).toMatchObject({ allowed: false })
      expect(await redis.pttl(name)).toBeGreaterThan(0)
      expect(warnings).toHaveLength(1)
    },
  )

  it('is reset like any other', async () => {
    const store = open(() => {})
    for (const [, , policy, put] of cases) {
      const key = freshKey()
      await put(nameOf(policy, key))
      await store.reset([{ policy, key, cost: 1 }])
      expect(await redis.exists(nameOf(policy, key))).toBe(0)
    }
  })

  it('spoils no other policy of the call, and is charged only with all of them', async () => {
    const warnings: Warning[] = []
    const store = open((warning) => warnings.push(warning))
    const policies = everyKind(LIMIT)
    for (const [place, damaged] of policies.entries()) {
      const key = freshKey()
      const name = nameOf(damaged, key)
      await redis.hset(name, { a: 1 })
      const charges = policies.map((policy, at) => ({ policy, key, cost: at === place ? 1 : 2 }))
      const tooMuch = charges.map((charge, at) =>
        at === (place + 1) % charges.length ? { ...charge, cost: 6 } : charge,
      )
      expect((await store.consume(tooMuch)).verdicts[place]).toEqual(fresh)
      expect(await redis.type(name)).toBe('hash')
      const { verdicts } = await store.consume(charges)
      expect(verdicts.map(({ remaining }) => remaining)).toEqual(
        policies.map((_, at) => (at === place ? 4 : 3)),
      )
      expect(await redis.type(name)).not.toBe('hash')
    }
    expect(warnings).toHaveLength(policies.length)
  })

  it('is told to the limiter that asks where the store has no listener', async () => {
    const warnings: string[] = []
    const [policy] = everyKind(LIMIT)
    const limiter = createLimiter({
      store: open(),
      policies: policy!,
      onWarning: ({ code }) => warnings.push(code),
    })
    await redis.set(nameOf(policy!, 'told'), 'x')
    await limiter.peek('told')
    await limiter.consume('told')
    expect(warnings).toEqual(['damaged-state'])
  })
})

describe('garbage of the right size', () => {
  const sane = ({ remaining, retryAfterMs, resetAfterMs, allowed }: Verdict): boolean =>
    [remaining, retryAfterMs, resetAfterMs].every((value) => Number.isSafeInteger(value) && value >= 0) &&
    remaining <= LIMIT &&
    allowed === (retryAfterMs === 0) &&
    Math.max(retryAfterMs, resetAfterMs) <= 2 * LIMIT * HOUR

  /** Calls of 1 at one instant, then one much later: what was answered. */
  async function live(policy: Policy, key: string): Promise<Verdict[]> {
    const store = open(() => {})
    const call = async () => (await store.consume([{ policy, key, cost: 1 }])).verdicts[0]!
    const verdicts = []
    for (let calls = 0; calls <= LIMIT; calls++) verdicts.push(await call())
    now += 2 * LIMIT * HOUR
    return [...verdicts, await call()]
  }

  function expectBounded(verdicts: readonly Verdict[]): void {
    const last = verdicts.at(-1)!
    expect(verdicts.filter((verdict) => !sane(verdict))).toEqual([])
    expect(verdicts.slice(0, -1).filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(LIMIT)
    expect(last.allowed).toBe(true)
  }

  it.each(
    everyKind(LIMIT)
      .filter((policy) => !isLog(policy))
      .map((policy) => [policy.name, policy] as const),
  )('is neither a free pass nor a ban: %s', async (_, policy) => {
    const numbers = policy.algorithm.state === 'numbers' ? policy.algorithm.size : 0
    const near = fc.integer({ min: -3 * HOUR, max: 3 * HOUR }).map((lead) => now + lead)
    const number = fc.oneof(
      fc.constantFrom(0, 1, LIMIT, LIMIT * HOUR, 2 ** 53 - 1),
      near,
      fc.nat(),
      fc.maxSafeNat(),
    )
    const pack = (values: readonly number[]) =>
      Buffer.concat(
        values.map((value) => {
          const bytes = Buffer.alloc(8)
          bytes.writeBigUInt64LE(BigInt(value))
          return bytes.subarray(0, 7)
        }),
      )
    const size = { minLength: numbers, maxLength: numbers }
    const bytes = fc
      .uint8Array({ minLength: 7 * numbers, maxLength: 7 * numbers })
      .map((list) => Buffer.from(list))
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, fc.array(number, size).map(pack)), async (state) => {
        const key = freshKey()
        await redis.set(nameOf(policy, key), state)
        expectBounded(await live(policy, key))
      }),
      { numRuns: 300, examples: [[Buffer.alloc(7 * numbers)], [Buffer.alloc(7 * numbers, 255)]] },
    )
  })

  it('is neither a free pass nor a ban: entries of a log', async () => {
    const log = everyKind(LIMIT).find(isLog)!
    const near = fc.integer({ min: -3 * HOUR, max: 3 * HOUR }).map((lead) => String(now + lead))
    const entry = fc.oneof(
      near,
      fc.constantFrom('', 'x', 'nan', 'inf', '-inf', '1e300', '-1', '0x10', '1.5'),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), async (entries) => {
        const key = freshKey()
        await redis.rpush(nameOf(log, key), ...entries)
        expectBounded(await live(log, key))
      }),
      { numRuns: 300 },
    )
  })
})
