import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createLimiter, isOptionsError, memoryStore, OptionsError, redisStore } from '../src/index.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const caught = (call: Promise<unknown>): Promise<OptionsError> => {
  expect(call).toBeInstanceOf(Promise) // a mistake is never thrown beside the promise
  return call.then(
    (answer) => expect.unreachable(`answered ${JSON.stringify(answer)}`),
    (error: OptionsError) => error,
  )
}

const BAD_COSTS: readonly unknown[] = [
  ...[
    -1,
    0.5,
    Number.NaN,
    Infinity,
    -Infinity,
    1e21,
    2 ** 53,
    -5,
    '1',
    '',
    null,
    true,
    [],
    [1],
    10n,
    () => 1,
    Symbol('s'),
  ],
  ...[
    { window: -1 },
    { window: '1' },
    { window: undefined },
    { nobody: 1 },
    { __proto__: 1, constructor: 1 },
  ],
]

const BAD_KEYS: readonly unknown[] = [
  undefined,
  null,
  0,
  42,
  Number.NaN,
  true,
  {},
  ['user:1'],
  10n,
  Symbol('s'),
  () => 'a',
]

describe.each(['memory', 'redis'] as const)('calls on %s', (kind) => {
  const now = 1_699_999_200_000
  const clock = () => now
  const store =
    kind === 'memory'
      ? memoryStore({ clock })
      : redisStore(redis, { clock, prefix: 'calls:', timeout: '10s' })
  const limiter = createLimiter({ store, policies: everyKind(10) })
  const verbs = { consume: limiter.consume, peek: limiter.peek, wait: limiter.wait }
  const left = async (key: string) => (await limiter.peek(key)).policies.map(({ remaining }) => remaining)

  it.each(Object.entries(verbs))(
    'C029 refuse a cost that is none, and change nothing: %s',
    async (name, verb) => {
      const key = `cost ${name}`
      await limiter.consume(key, { cost: 4 })
      for (const cost of BAD_COSTS) {
        const error = await caught(verb(key, { cost: cost as number }))
        expect(error).toBeInstanceOf(OptionsError)
        expect(error).toSatisfy(isOptionsError)
        expect(error.message).toMatch(/^Expected `cost(\.\w+)?` to .*got /)
      }
      const before = await limiter.peek(key, { cost: 0 })
      expect(before.policies.map(({ remaining }) => remaining)).toEqual(everyKind(10).map(() => 6))
    },
  )

  it.each(Object.entries(verbs))(
    'refuse a key that is no text, and options that are none: %s',
    async (_, verb) => {
      for (const key of BAD_KEYS) {
        const error = await caught(verb(key as string))
        expect(error).toSatisfy(isOptionsError)
        expect(error.message).toMatch(/^Expected the key to be a text, got /)
      }
      for (const options of [null, 5, 'a', [], { costs: 1 }, { cost: 1, key: 'a' }]) {
        expect(await caught(verb('options', options as object))).toSatisfy(isOptionsError)
      }
      expect(await left('options')).toEqual(everyKind(10).map(() => 9))
    },
  )

  it('refuse to reset or to give back what is none', async () => {
    for (const key of BAD_KEYS) expect(await caught(limiter.reset(key as string))).toSatisfy(isOptionsError)
    for (const decision of [undefined, null, 5, {}, 'user:123', limiter.peek('none')])
      expect(await caught(limiter.refund(decision as never))).toSatisfy(isOptionsError)
    expect(await limiter.refund({ allowed: true, at: now, policies: [] } as never)).toBe(false)
  })

  it('C026 deny for ever what is more than there can be, and change nothing', async () => {
    for (const cost of [11, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      const decision = await limiter.consume('C026', { cost })
      expect(decision).toMatchObject({
        allowed: false,
        remaining: 10,
        retryAfterMs: Infinity,
        resetAfterMs: 0,
      })
    }
    expect(await limiter.consume('C026')).toMatchObject({ allowed: true, remaining: 9 })
    expect(await caught(limiter.wait('C026', { cost: 11 }))).toSatisfy(isOptionsError)
  })

  it('take a cost for each policy by its name, and 1 where there is none', async () => {
    await limiter.consume('named', { cost: { window: 3, log: 0 } })
    const decision = await limiter.peek('named', { cost: 0 })
    const units = decision.policies.map(({ policy, remaining }) => [policy.name, 10 - remaining])
    expect(Object.fromEntries(units)).toMatchObject({ window: 3, log: 0, counter: 1, leaky: 1 })
  })

  it('change nothing with a cost of 0, and say what is left', async () => {
    const decision = await limiter.consume('free', { cost: 0 })
    expect(decision).toMatchObject({ allowed: true, remaining: 10, retryAfterMs: 0, resetAfterMs: 0 })
    if (kind === 'redis') expect(await redis.keys('calls:*free*')).toEqual([])
    else expect((store as ReturnType<typeof memoryStore>).size).toBeGreaterThan(0)
  })
})

describe('an error that comes from Redis', () => {
  it('names neither the key nor the address', async () => {
    const away = new Redis('redis://:hidden-secret@127.0.0.1:1', {
      retryStrategy: () => null,
      enableOfflineQueue: false,
    })
    away.on('error', () => {})
    const limiter = createLimiter({ store: redisStore(away), policies: everyKind(5) })
    const { message } = await caught(limiter.consume(`hidden-key ${'x'.repeat(10_000)}`))
    expect(message).toMatch(/^Redis /)
    expect(message).not.toContain('hidden')
    expect(message.length).toBeLessThan(200)
  })
})
