import { createHash } from 'node:crypto'
import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { createClient } from 'redis6'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type RedisServer, startRedis, until } from '../../../tooling/servers/index.ts'
import {
  type AnyRedisClient,
  type Charge,
  fixedWindow,
  isStoreError,
  type Policy,
  redisStore,
  type StoreError,
  tokenBucket,
} from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'
import { recorded } from './recorded.ts'

let server: RedisServer
let redis: Redis
beforeAll(async () => {
  server = await startRedis()
  redis = new Redis(server.socket)
})
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

const chargesOf = (policies: readonly Policy[], key: string, cost = 1): Charge[] =>
  policies.map((policy) => ({ policy, key, cost }))

// A busy machine may take longer than the deadline that suits production.
const storeOn = (client: AnyRedisClient) => redisStore(client, { timeout: '10s' })

const verbs = (calls: readonly { verb: string }[]): string => calls.map(({ verb }) => verb).join(' ')

const caught = (call: Promise<unknown>): Promise<StoreError> =>
  call.then(
    () => expect.unreachable('should have rejected'),
    (error: StoreError) => error,
  )

describe('a script that Redis has forgotten', () => {
  it('C007 is sent once more, by every verb', async () => {
    const { client, calls } = recorded(detect(redis))
    const store = storeOn(client)
    const policies = everyKind(1_000)
    const everyVerb = async (key: string) => {
      const { at } = await store.consume(chargesOf(policies, key))
      await store.consume(chargesOf(policies, key), { dry: true })
      expect(await store.refund(chargesOf(policies, key), at)).toBe(true)
      await store.reset(chargesOf(policies, key))
    }
    await everyVerb('warm')
    calls.length = 0
    await everyVerb('known')
    expect(verbs(calls)).toBe('evalsha evalsha evalsha evalsha')
    await redis.script('FLUSH')
    calls.length = 0
    await everyVerb('flushed')
    expect(verbs(calls)).toBe('evalsha eval evalsha evalsha eval evalsha eval') // a dry call has the same script
  })

  it.each([false, undefined] as const)(
    'C007 is sent at most once a call by a hundred checks at once, and each counts once: batch %s',
    async (batch) => {
      const { client, calls } = recorded(detect(redis))
      const store = redisStore(client, { timeout: '10s', ...(batch === false && { batch }) })
      const charges = chargesOf([fixedWindow({ limit: 1_000, window: '1m' })], `C007 ${batch}`)
      await redis.script('FLUSH')
      await Promise.all(Array.from({ length: 100 }, () => store.consume(charges)))
      const asked = calls.filter(({ verb }) => verb === 'evalsha').length
      if (batch === false) expect(asked).toBe(100)
      else expect(asked).toBeLessThan(100)
      expect(calls.length - asked).toBeGreaterThan(0)
      expect(calls.length - asked).toBeLessThanOrEqual(asked)
      const { verdicts } = await store.consume(charges, { dry: true })
      expect(verdicts[0]?.remaining).toBe(899)
    },
  )

  it('is sent to where its key is, with the same arguments', async () => {
    const { client, calls } = recorded(detect(redis))
    await redis.script('FLUSH')
    await storeOn(client).consume(chargesOf(everyKind(3), 'routed'))
    expect(verbs(calls)).toBe('evalsha eval')
    expect(calls[1]).toMatchObject({ keys: calls[0]?.keys, args: calls[0]?.args })
  })

  it('is sent once, and not again when that is not enough', async () => {
    const { client, calls } = recorded({
      evalsha: (_, keys, args) => detect(redis).evalsha('0'.repeat(40), keys, args),
      eval: (_, keys, args) => detect(redis).evalsha('0'.repeat(40), keys, args),
    })
    const error = await caught(storeOn(client).consume(chargesOf(everyKind(3), 'twice')))
    expect(error).toSatisfy(isStoreError)
    expect(String(error.cause)).toContain('NOSCRIPT')
    expect(verbs(calls)).toBe('evalsha eval')
  })
})

describe('an error of another kind', () => {
  /** A policy whose script fails as it is told. */
  const failing = (lua: string): Policy => {
    const policy = tokenBucket({ capacity: 5, refillRate: 1 })
    return { ...policy, algorithm: { ...policy.algorithm, lua: `local function decide(now)\n${lua}\nend\n` } }
  }

  it.each([
    ['an error in Lua', "error('on purpose')", /on purpose/],
    [
      'an error that a command answers',
      "if now > 0 then return redis.call('GET') end\nreturn 1, 0, 0, 0",
      /[Ww]rong number of args/,
    ],
    ['an error that only speaks of NOSCRIPT', "error('is this NOSCRIPT?')", /is this NOSCRIPT/],
  ])('is a StoreError and no reason to send the script: %s', async (_, lua, message) => {
    const { client, calls } = recorded(detect(redis))
    const store = storeOn(client)
    const charges = chargesOf([failing(lua)], 'failing')
    await caught(store.consume(charges)) // the text goes once, since nobody knows it
    calls.length = 0
    const error = await caught(store.consume(charges))
    expect(error).toSatisfy(isStoreError)
    expect(String(error.cause)).toMatch(message)
    expect(verbs(calls)).toBe('evalsha')
  })

  it('is a StoreError and no reason to send the script: NOPERM', async () => {
    await redis.call('ACL', 'SETUSER', 'narrow', 'on', '>secret', '~*', '+@all', '-evalsha')
    const narrow = new Redis(server.socket, { username: 'narrow', password: 'secret' })
    onTestFinished(() => narrow.disconnect())
    const { client, calls } = recorded(detect(narrow))
    const error = await caught(storeOn(client).consume(chargesOf(everyKind(3), 'narrow')))
    expect(error).toSatisfy(isStoreError)
    expect(String(error.cause)).toContain('NOPERM')
    expect(verbs(calls)).toBe('evalsha')
  })

  it('is a StoreError that leaves nothing half-written: OOM', async () => {
    const { client, calls } = recorded(detect(redis))
    const store = storeOn(client)
    const policies = everyKind(5)
    await store.consume(chargesOf(policies, 'known'))
    await redis.config('SET', 'maxmemory', '1')
    calls.length = 0
    const error = await caught(store.consume(chargesOf(policies, 'full', 2)))
    expect(error).toSatisfy(isStoreError)
    expect(String(error.cause)).toContain('OOM')
    expect(verbs(calls)).toBe('evalsha')
    await redis.config('SET', 'maxmemory', '0')
    expect(await redis.keys('*full*')).toEqual([])
    const { verdicts } = await store.consume(chargesOf(policies, 'full', 0))
    expect(verdicts.map(({ remaining }) => remaining)).toEqual(policies.map(() => 5))
  })
})

describe('a user of Redis with few rights', () => {
  const commands = 'eval evalsha time get set del llen lindex ltrim rpush lrem pexpire'.split(' ')

  it('C012 needs no others than these', async () => {
    const rights = commands.map((command) => `+${command}`)
    await redis.call('ACL', 'SETUSER', 'few', 'on', '>secret', '~rl1:*', '-@all', ...rights)
    const few = new Redis(server.socket, { username: 'few', password: 'secret', enableReadyCheck: false })
    onTestFinished(() => few.disconnect())
    const store = storeOn(few)
    const charges = chargesOf(everyKind(5), 'few')
    await redis.script('FLUSH')
    const { at, verdicts } = await store.consume(charges)
    expect(verdicts.every(({ remaining }) => remaining === 4)).toBe(true)
    await store.consume(charges)
    expect(await store.refund(charges, at)).toBe(true)
    await store.reset(charges)
  })

  it('C012 is told by a StoreError when EVAL is not among them', async () => {
    await redis.call('ACL', 'SETUSER', 'fewer', 'on', '>secret', '~*', '+@all', '-eval')
    const fewer = new Redis(server.socket, { username: 'fewer', password: 'secret' })
    onTestFinished(() => fewer.disconnect())
    const { client, calls } = recorded(detect(fewer))
    await redis.script('FLUSH')
    const error = await caught(storeOn(client).consume(chargesOf(everyKind(3), 'fewer')))
    expect(error).toSatisfy(isStoreError)
    expect(String(error.cause)).toContain('NOPERM')
    expect(verbs(calls)).toBe('evalsha eval')
  })
})

describe('a store that is made before Redis is there', () => {
  it.each(['ioredis', 'node-redis'])('C011 harms nobody and works once Redis is: %s', async (kind) => {
    const first = await startRedis()
    await first.stop() // its port is free now, and nobody answers
    const rejections: unknown[] = []
    const listener = (reason: unknown) => rejections.push(reason)
    process.on('unhandledRejection', listener)
    onTestFinished(() => void process.off('unhandledRejection', listener))

    const url = `redis://127.0.0.1:${first.port}`
    const io = new Redis(url, { lazyConnect: kind !== 'ioredis', retryStrategy: () => 50 })
    const node = createClient({ url, socket: { reconnectStrategy: () => 50 } })
    io.on('error', () => {})
    node.on('error', () => {})
    onTestFinished(() => {
      io.disconnect()
      if (kind !== 'ioredis') node.destroy()
    })
    if (kind !== 'ioredis') void node.connect()
    const { client, calls } = recorded(detect(kind === 'ioredis' ? io : node))
    const store = redisStore(client)
    const charges = chargesOf(everyKind(5), 'late')

    expect(await caught(store.consume(charges, { dry: true }))).toSatisfy(isStoreError)
    expect(calls[0]?.script).toMatch(/^[0-9a-f]{40}$/)

    const second = await startRedis({ port: first.port })
    onTestFinished(second.stop)
    await until('the client', async () => (await store.consume(charges, { dry: true })).at > 0)
    expect((await store.consume(charges)).verdicts.map(({ remaining }) => remaining)).toEqual(
      charges.map(() => 4),
    )
    const text = calls.find(({ verb }) => verb === 'eval')?.script ?? ''
    expect(calls[0]?.script).toBe(createHash('sha1').update(text).digest('hex'))
    expect(rejections).toEqual([])
  })
})

describe('what Redis is asked', () => {
  it('C013 touches no key that was not named, and only by their names', async () => {
    const { client, calls } = recorded(detect(redis))
    const store = storeOn(client)
    const monitor = await redis.monitor()
    onTestFinished(() => monitor.disconnect())
    const touched: [command: string, key: string][] = []
    monitor.on('monitor', (_, [command = '', key = '']: string[], source: string) => {
      if (source === 'lua') touched.push([command.toUpperCase(), key])
    })
    const charges = chargesOf(everyKind(5), 'C013')
    const { at } = await store.consume(charges)
    await store.consume(charges, { dry: true })
    await store.refund(charges, at)
    await store.reset(charges)
    await until('the monitor', async () => touched.some(([command]) => command === 'DEL'))
    const named = new Set(calls.flatMap(({ keys }) => keys))
    expect(named.size).toBe(charges.length)
    for (const [command, key] of touched) if (command !== 'TIME') expect(named).toContain(key)
    expect(touched.length).toBeGreaterThan(3 * charges.length)
  })

  it('C030 is in plain digits, however large', async () => {
    const { client, calls } = recorded(detect(redis))
    const store = storeOn(client)
    const policies = [
      fixedWindow({ name: 'large', limit: 999_999_999_999_999, window: '1m' }),
      fixedWindow({ name: 'largest', limit: 2 ** 53 - 2, window: '100000d' }),
    ]
    const { verdicts } = await store.consume(chargesOf(policies, 'C030'))
    expect(verdicts[0]).toMatchObject({ allowed: true, remaining: 999_999_999_999_998 })
    await store.consume(chargesOf(policies, 'C030', Number.MAX_SAFE_INTEGER))
    for (const arg of calls.flatMap(({ args }) => args)) expect(arg).toMatch(/^\d+$/)
  })

  it('is one script for each combination of algorithms, whatever the numbers, names and keys', async () => {
    const { client, calls } = recorded(detect(redis))
    const store = storeOn(client)
    for (let nth = 1; nth <= 50; nth++) {
      const policies = [
        tokenBucket({ name: `a${nth}`, capacity: nth, refillRate: nth }),
        fixedWindow({ name: `b${nth}`, limit: nth, window: `${nth}s` }),
      ]
      await store.consume(chargesOf(policies, `key ${nth}`))
    }
    expect(new Set(calls.filter(({ verb }) => verb === 'evalsha').map(({ script }) => script)).size).toBe(1)
    expect(verbs(calls).match(/\beval\b/g)).toHaveLength(1)
  })
})
