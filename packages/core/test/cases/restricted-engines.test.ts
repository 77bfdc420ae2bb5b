import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis6'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../../tooling/servers/index.ts'
import { createLimiter, isStoreError, type Limiter, redisStore, type StoreError } from '../../src/index.ts'
import { createScripts } from '../../src/redis/script.ts'
import { everyMode } from './subject.ts'

// Which commands a user of Redis needs so that every algorithm works; Redis looks at those inside scripts too.
const COMMANDS = ['evalsha', 'eval', 'time', 'get', 'set', 'del']
const LOG_COMMANDS = ['llen', 'lindex', 'ltrim', 'rpush', 'lrem', 'pexpire']
const allow = (commands: readonly string[]) => commands.map((command) => `+${command}`)

let server: RedisServer
let admin: Redis
const clients: Redis[] = []

beforeAll(async () => {
  server = await startRedis()
  admin = new Redis(server.socket)
})

afterAll(async () => {
  for (const client of [...clients, admin]) client.disconnect()
  await server.stop()
})

/** A limiter of every mode for a user of Redis who may do no more than this. */
async function limiterOf(user: string, ...rules: string[]): Promise<Limiter> {
  await admin.call('ACL', 'SETUSER', user, 'on', '>secret', '~*', '-@all', ...rules)
  const client = new Redis(server.socket, { username: user, password: 'secret', enableReadyCheck: false })
  client.on('error', () => {})
  clients.push(client)
  return createLimiter({ store: redisStore(client, { timeout: '10s' }), policies: everyMode(10, 3_600) })
}

/** How often each of these commands was run or refused so far. */
async function counts(...commands: string[]): Promise<Record<string, number>> {
  const text = await admin.info('commandstats')
  const numberOf = (command: string) => {
    const line = new RegExp(`^cmdstat_${command}:calls=(\\d+).*rejected_calls=(\\d+)`, 'm').exec(text)
    return Number(line?.[1] ?? 0) + Number(line?.[2] ?? 0)
  }
  return Object.fromEntries(commands.map((command) => [command, numberOf(command)]))
}

/** Every verb that runs a script. */
async function everyVerb(limiter: Limiter, key: string): Promise<void> {
  const decision = await limiter.consume(key, { cost: 3 })
  expect(decision).toMatchObject({ allowed: true, remaining: 7 })
  expect(await limiter.consume(key, { cost: 8 })).toMatchObject({ allowed: false, remaining: 7 })
  expect(await limiter.peek(key)).toMatchObject({ allowed: true })
  await limiter.consume(key)
  expect(await limiter.refund(decision)).toBe(true)
  await limiter.reset(key)
}

describe('C012 on an engine or for a user that may not do everything', () => {
  it('no script needs replicate_commands, which old and managed engines refuse or lack', () => {
    const scripts = createScripts()
    for (const policy of everyMode(10, 60)) {
      for (const { lua } of [scripts.one([policy]), scripts.many([policy]), scripts.refund([policy])]) {
        expect(lua).toContain("redis.call('TIME')")
        expect(lua).not.toMatch(/replicate_commands|setresp|redis\.(set_repl|log|breakpoint)/)
        // What Redis 6 lacks is called only where it is there.
        expect(lua.includes('redis.acl_check_cmd(')).toBe(/ redis\.acl_check_cmd (and .* )?then\n/.test(lua))
      }
    }
  })

  it('rights are asked for with whole commands, as newer engines demand', async () => {
    const scripts = createScripts()
    const all = everyMode(10, 60)
    const lua = [scripts.one(all), scripts.many(all), scripts.refund(all)].map((script) => script.lua).join()
    const asked = [...lua.matchAll(/redis\.acl_check_cmd\(([^)]*)\)/g)].map(([, call]) => call!.split(', '))
    expect(asked.length).toBeGreaterThan(5)
    for (const [name, ...rest] of asked) {
      const [[, arity]] = (await admin.call('COMMAND', 'INFO', name!.slice(1, -1))) as [[string, number]]
      if (arity > 0) expect([name, 1 + rest.length]).toEqual([name, arity])
      else expect(1 + rest.length).toBeGreaterThanOrEqual(-arity)
    }
  })

  it('a user who may run scripts, but not load them, can do all', async () => {
    const limiter = await limiterOf('runner', ...allow([...COMMANDS, ...LOG_COMMANDS]))
    await everyVerb(limiter, 'k')
    await admin.script('FLUSH')
    await everyVerb(limiter, 'k')
    await expect(clients.at(-1)?.script('LOAD', 'return 1')).rejects.toThrow('NOPERM')
  })

  it('NOPERM for EVAL is a store error with its cause, after one try', async () => {
    await admin.script('FLUSH')
    const limiter = await limiterOf('loaded', ...allow([...COMMANDS, ...LOG_COMMANDS]), '-eval')
    const before = await counts('evalsha', 'eval')
    const error = await limiter.consume('k').catch((caught: unknown) => caught)
    expect(error).toSatisfy(isStoreError)
    expect(String((error as StoreError).cause)).toContain('NOPERM')
    const after = await counts('evalsha', 'eval')
    expect(after.evalsha! - before.evalsha!).toBe(1)
    expect(after.eval! - before.eval!).toBe(1)
  })

  it('NOPERM for EVALSHA is not taken for NOSCRIPT: nothing is sent again', async () => {
    const limiter = await limiterOf('sender', ...allow([...COMMANDS, ...LOG_COMMANDS]), '-evalsha')
    const before = await counts('evalsha', 'eval')
    const error = await limiter.consume('k').catch((caught: unknown) => caught)
    expect(error).toSatisfy(isStoreError)
    expect(String((error as StoreError).cause)).toContain('NOPERM')
    const after = await counts('evalsha', 'eval')
    expect(after.evalsha! - before.evalsha!).toBe(1)
    expect(after.eval! - before.eval!).toBe(0)
  })

  it('a command that is refused inside the script is a store error, and nothing is half-written', async () => {
    const limiter = await limiterOf('halfway', ...allow([...COMMANDS, ...LOG_COMMANDS]), '-set')
    const error = await limiter.consume('halfway').catch((caught: unknown) => caught)
    expect(error).toSatisfy(isStoreError)
    expect(await admin.keys('*halfway*')).toEqual([])
  })

  it('the documentation says from which version of Redis on it works', () => {
    expect(readFileSync('README.md', 'utf8')).toMatch(/Redis \d or newer/)
  })
})
