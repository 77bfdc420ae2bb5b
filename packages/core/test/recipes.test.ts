import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import {
  createLimiter,
  type Duration,
  fixedWindow,
  isOptionsError,
  redisStore,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'

// What the recipes that people copy get wrong: a token bucket in a hash by the application's clock, and a window that is
// an INCR followed by an EXPIRE.

const client = new Redis(inject('redisSocket'))
afterAll(() => client.disconnect())

const unique = `recipes:${crypto.randomUUID().slice(0, 8)}`
const open = (clock?: () => number) => redisStore(client, { timeout: '30s', ...(clock && { clock }) })
const livesOf = async (key: string) => {
  const names = await client.keys(`rl1:{${key}}:*`)
  return Promise.all(names.map((name) => client.pttl(name)))
}

describe("the application's clock", () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('has no say: two hosts whose clocks are 2 s apart stay within the bound', async () => {
    const now = Date.now
    let skew = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now() + skew)
    const bucket = tokenBucket({ name: 'bucket', capacity: 5, refillRate: 1 })
    const hosts = [0, 2_000].map((ahead) => {
      skew = ahead
      return { ahead, limiter: createLimiter({ store: open(), policies: bucket }) }
    })
    const admitted: number[] = []
    for (let call = 0; call < 60; call++) {
      const { ahead, limiter } = hosts[call % 2]!
      skew = ahead
      const { allowed, at } = await limiter.consume(`${unique}:hosts`)
      if (allowed) admitted.push(at)
    }
    const span = admitted.at(-1)! - admitted[0]!
    expect(admitted.length).toBeGreaterThanOrEqual(5)
    expect(admitted.length).toBeLessThanOrEqual(5 + Math.floor(span / 1_000))
  })
})

describe('a life', () => {
  it.each(everyKind(4).map((policy) => [policy.name, policy] as const))(
    'is never missing, whatever is called: %s',
    async (name, policy) => {
      const key = `${unique}:${name}`
      const limiter = createLimiter({ store: open(), policies: policy })
      const calls = [
        () => limiter.peek(key),
        () => limiter.consume(key, { cost: 3 }),
        () => limiter.consume(key, { cost: 2 }),
        () => limiter.peek(key),
        async () => limiter.refund(await limiter.consume(key)),
        () => limiter.consume(key, { cost: 0 }),
        () => limiter.consume(key, { cost: 9 }),
      ]
      for (const [nth, call] of calls.entries()) {
        await call()
        const lives = await livesOf(key)
        expect(lives).toHaveLength(nth === 0 ? 0 : 1)
        for (const life of lives) expect(life).toBeGreaterThan(0)
      }
    },
  )

  it.each(everyKind(4).map((policy) => [policy.name, policy] as const))(
    'that was lost comes back with the next charge, and locks nobody out: %s',
    async (name, policy) => {
      const key = `${unique}:lost:${name}`
      let now = 1_699_999_200_000
      const limiter = createLimiter({ store: open(() => now), policies: policy })
      const lose = () => client.persist(`rl1:{${key}}:${name}:${policy.algorithm.id}`)
      await limiter.consume(key, { cost: 3 })
      await lose()
      await limiter.consume(key)
      expect(await livesOf(key)).toEqual([expect.toSatisfy((life: number) => life > 0)])
      await lose()
      const { allowed, retryAfterMs } = await limiter.consume(key)
      expect(allowed).toBe(false)
      now += retryAfterMs
      expect(await limiter.consume(key)).toMatchObject({ allowed: true })
      expect(await livesOf(key)).toEqual([expect.toSatisfy((life: number) => life > 0)])
    },
  )
})

describe('parts', () => {
  it('of a token are not thrown away, however often the bucket is asked', async () => {
    let now = 1_699_999_200_000
    const bucket = tokenBucket({ name: 'parts', capacity: 3, refillRate: 1 })
    const limiter = createLimiter({ store: open(() => now), policies: bucket })
    const key = `${unique}:parts`
    await limiter.consume(key, { cost: 3 })
    let allowed = 0
    for (let call = 0; call < 100; call++) {
      now += 90
      if ((await limiter.consume(key)).allowed) allowed++
    }
    expect(allowed).toBe(9)
  })

  it('of a millisecond never reach Redis: such a window is refused at construction', () => {
    const wrong = ['333.3ms', '1.5s', '0.5ms', `${1_000 / 3}ms`, 1_000 / 3, 0.5] as Duration[]
    for (const window of wrong) {
      for (const make of [fixedWindow, slidingWindowLog, slidingWindowCounter]) {
        let thrown: unknown
        try {
          make({ limit: 10, window })
        } catch (error) {
          thrown = error
        }
        expect(thrown, `${window}`).toSatisfy(isOptionsError)
        expect(String(thrown)).toContain('`window`')
      }
    }
  })
})

describe('what Redis is sent', () => {
  let server: RedisServer
  let watched: Redis
  let monitor: Redis
  const seen: string[][] = []
  beforeAll(async () => {
    server = await startRedis()
    watched = new Redis(server.socket)
    monitor = await new Redis(server.socket).monitor()
    monitor.on('monitor', (_time: string, args: string[]) => seen.push(args))
  })
  afterAll(async () => {
    monitor?.disconnect()
    watched?.disconnect()
    await server?.stop()
  })

  /** The commands of some calls, from a script or not, in their order. */
  async function commandsOf(calls: () => Promise<unknown>): Promise<string[][]> {
    // The monitor is told on a connection of its own, and may be behind.
    const caughtUp = async () => {
      const mark = crypto.randomUUID()
      await watched.echo(mark)
      await vi.waitUntil(() => seen.some(([, word]) => word === mark), { timeout: 10_000 })
      return seen.splice(0).filter(([, word]) => word !== mark)
    }
    await caughtUp()
    await calls()
    return (await caughtUp()).map(([name, ...args]) => [name!.toLowerCase(), ...args])
  }

  it('the script once where it is not known, and never again', async () => {
    const store = redisStore(watched, { timeout: '30s' })
    const limiter = createLimiter({ store, policies: tokenBucket({ capacity: 5, refillRate: 1 }) })
    const scripts = async (calls: () => Promise<unknown>) =>
      (await commandsOf(calls)).map(([name]) => name!).filter((name) => /^(eval|evalsha|script)/.test(name))
    await watched.script('FLUSH')
    expect(await scripts(() => limiter.consume('a'))).toEqual(['evalsha', 'eval'])
    expect(await scripts(() => limiter.consume('b'))).toEqual(['evalsha'])
    await watched.script('FLUSH')
    expect(await scripts(() => limiter.consume('a'))).toEqual(['evalsha', 'eval'])
  })

  it('a life equal to the time until the bucket is full, no second more', async () => {
    let now = 1_699_999_200_000
    const store = redisStore(watched, { timeout: '30s', clock: () => now })
    const limiter = createLimiter({ store, policies: tokenBucket({ capacity: 7, refillRate: 2 }) })
    // With a clock of ours every life is a minute longer.
    const lives = async (cost: number) => {
      const set = (await commandsOf(() => limiter.consume('life', { cost }))).find(([name]) => name === 'set')
      expect(set?.[3]?.toUpperCase()).toBe('PX')
      return Number(set![4]) - 60_000
    }
    expect(await lives(1)).toBe(500)
    expect(await lives(6)).toBe(3_500)
    now += 1_250
    expect(await lives(2)).toBe(3_250)
  })
})
