import { inspect } from 'node:util'
import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { COLUMNS, openClient } from '../../../../tooling/failures/clients.ts'
import { startProxy } from '../../../../tooling/failures/proxy.ts'
import { type RedisServer, startRedis, until } from '../../../../tooling/servers/index.ts'
import { freePort } from '../../../../tooling/servers/ports.ts'
import {
  type AnyRedisClient,
  createGuard,
  createLimiter,
  isStoreError,
  redisStore,
  type StoreError,
} from '../../src/index.ts'

const policies = everyKind(10)
const quiet = { onWarning: () => {} }
const limiterOf = (client: AnyRedisClient, timeout: '200ms' | '10s' = '10s') =>
  createLimiter({ store: redisStore(client, { timeout, ...quiet }), policies, ...quiet })

const caught = (call: Promise<unknown>): Promise<StoreError> =>
  call.then(
    () => expect.unreachable('should have rejected'),
    (error: StoreError) => error,
  )

let server: RedisServer
let admin: Redis
beforeAll(async () => {
  server = await startRedis({ args: ['--maxmemory-policy', 'allkeys-random'] })
  admin = new Redis(server.socket)
})
afterAll(async () => {
  admin?.disconnect()
  await server?.stop()
})

/** Ports of a Redis that is away, each in its way. */
const AWAY: Record<string, () => Promise<number>> = {
  'refused connections': freePort,
  async 'frozen processes'() {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    process.kill(redis.pid, 'SIGSTOP')
    return redis.port
  },
  async 'answers that come after five seconds'() {
    const proxy = await startProxy(server.port)
    onTestFinished(() => proxy.close())
    proxy.delay(2_500)
    return proxy.port
  },
}

describe('C062 fifty requests at once while Redis is away', () => {
  it.each(Object.entries(AWAY))('are all answered: %s', async (_, away) => {
    const port = await away()
    const answers = COLUMNS.map(async (name) => {
      const { client, close } = openClient(name, { kind: 'single', port })!
      onTestFinished(async () => void (await close()))
      const limiter = limiterOf(client, '200ms')
      const key = () => 'user:123'
      const open = createGuard<object>({ limiter, key, ...quiet })
      const closed = createGuard<object>({ limiter, key, onStoreError: 'deny', ...quiet })
      const replies = await Promise.all(Array.from({ length: 50 }, (_, nth) => (nth % 2 ? open : closed)({})))
      for (const [nth, reply] of replies.entries()) {
        if (nth % 2) expect(reply).toEqual({ pass: true, headers: {}, degraded: true })
        else expect(reply).toMatchObject({ pass: false, status: 503 })
      }
    })
    await Promise.all(answers)
  })
})

describe('C067 what Redis refuses', () => {
  it.each([
    "READONLY You can't write against a read only replica.",
    "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write against a read only replica.",
    'LOADING Redis is loading the dataset in memory',
    'CLUSTERDOWN The cluster is down',
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    "OOM command not allowed when used memory > 'maxmemory'.",
    'MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.',
  ])('is a StoreError that says why, and is asked once: %s', async (message) => {
    const sent: string[] = []
    const refuse = (verb: string) => async () => {
      sent.push(verb)
      throw new Error(message)
    }
    const limiter = limiterOf({ evalsha: refuse('evalsha'), eval: refuse('eval') })
    const error = await caught(limiter.consume('user:123'))
    expect(error).toSatisfy(isStoreError)
    expect(error.message).toContain(message.slice(0, 60))
    expect(sent).toEqual(['evalsha'])
  })

  it('a key that was evicted is a fresh one', async () => {
    const limiter = limiterOf(admin)
    expect(await limiter.consume('evicted', { cost: 4 })).toMatchObject({ remaining: 6 })
    await admin.config('SET', 'maxmemory', '1')
    onTestFinished(async () => void (await admin.config('SET', 'maxmemory', '0')))
    await until('the eviction', async () => {
      await admin.set('more', 'x').catch(() => {})
      return (await admin.dbsize()) === 0
    })
    await admin.config('SET', 'maxmemory', '0')
    expect(await limiter.consume('evicted')).toMatchObject({ allowed: true, remaining: 9 })
  })
})

describe('what an error tells', () => {
  const TOKEN = 'a-token-that-is-secret'
  const PASSWORD = 'open-sesame'

  const REFUSALS: Record<string, () => Promise<{ port: number; reason: string }>> = {
    async 'a key that the user may not touch'() {
      await admin.call('ACL', 'SETUSER', 'other', 'reset', 'on', `>${PASSWORD}`, '~x', '+@all')
      return { port: server.port, reason: 'NOPERM' }
    },
    async 'a command that the user may not run'() {
      await admin.call('ACL', 'SETUSER', 'other', 'reset', 'on', `>${PASSWORD}`, '~*', '+@all', '-set')
      return { port: server.port, reason: 'Redis could not decide' }
    },
    async 'a server that knows no scripts'() {
      const redis = await startRedis({ args: ['--rename-command', 'EVALSHA', ''] })
      onTestFinished(() => redis.stop())
      await redis.cli('acl', 'setuser', 'other', 'on', `>${PASSWORD}`, '~*', '+@all')
      return { port: redis.port, reason: 'unknown command' }
    },
  }

  it.each(Object.entries(REFUSALS))('is the reason, and neither key nor password: %s', async (_, refuse) => {
    const { port, reason } = await refuse()
    for (const name of COLUMNS) {
      const login = { username: 'other', password: PASSWORD }
      const { client, close } = openClient(name, { kind: 'single', port, ...login })!
      onTestFinished(async () => void (await close()))
      const error = await caught(limiterOf(client).consume(TOKEN))
      expect(error).toSatisfy(isStoreError)
      expect(error.message).toContain(reason)
      const everything =
        inspect(error, { depth: 20, showHidden: true }) + JSON.stringify([error, error.cause])
      expect(everything).not.toMatch(new RegExp(`${TOKEN}|${PASSWORD}`))
    }
  })

  it('is no key that holds the end of a line', async () => {
    const fail = async () => {
      throw new Error(`ERR unknown command 'evalsha', with args beginning with: 'abc' '1' 'a\u2028${TOKEN}'`)
    }
    const error = await caught(limiterOf({ evalsha: fail, eval: fail }).consume('user:123'))
    expect(error.message).toBe("Redis could not decide: ERR unknown command 'evalsha'")
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(TOKEN)
  })

  it('has no key in its message, even where a client freezes its errors', async () => {
    const fail = async () => {
      throw Object.freeze(new Error(`ERR no, with args beginning with: '${TOKEN}'`))
    }
    const error = await caught(limiterOf({ evalsha: fail, eval: fail }).consume('user:123'))
    expect(error.message).toBe('Redis could not decide: ERR no')
  })

  it.each([undefined, null, 42, {}])('is told in time where an error has no text: %j', async (message) => {
    const fail = async () => {
      throw Object.assign(new Error(), { message })
    }
    const error = await caught(limiterOf({ evalsha: fail, eval: fail }).consume('user:123'))
    expect(error.message).toMatch(/^Redis could not decide: /)
  })

  it('is no connection string', async () => {
    const fail = async () => {
      throw new Error(`connect redis://limiter:${PASSWORD}@redis.example`)
    }
    const error = await caught(limiterOf({ evalsha: fail, eval: fail }).consume('user:123'))
    expect(error.message).toBe('Redis could not decide')
  })
})
