import { readFileSync } from 'node:fs'
import { describeStore, everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { createClient } from 'redis6'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import { type Charge, isStoreError, type Policy, redisStore } from '../src/index.ts'

/** What a limiter's user needs, as the README says. */
const [, RULES = ''] =
  /^ACL SETUSER limiter on >secret ([\s\S]*?)```/m.exec(readFileSync('README.md', 'utf8')) ?? []
const COMMANDS = [...RULES.matchAll(/\+(\S+)/g)].map(([, command]) => command!)

let server: RedisServer
let admin: Redis
beforeAll(async () => {
  server = await startRedis()
  admin = new Redis(server.socket)
  await allow(COMMANDS)
})
afterAll(async () => {
  admin?.disconnect()
  await server?.stop()
})

const allow = (commands: readonly string[]) =>
  admin.acl(
    'SETUSER',
    'limiter',
    ...['reset', 'on', '>secret', '~app:rl1:*', '-@all'],
    ...commands.map((command) => `+${command}`),
  )

const login = { username: 'limiter', password: 'secret' }

describeStore('redisStore over ioredis 6, as a user that may do nothing else', (clock) => {
  const client = new Redis({ path: server.socket, ...login, enableReadyCheck: false })
  return {
    store: redisStore(client, { clock, prefix: 'app:', timeout: '10s' }),
    close: () => client.disconnect(),
  }
})

describeStore('redisStore over node-redis 6, as a user that may do nothing else', async (clock) => {
  const client = createClient({ url: `redis://127.0.0.1:${server.port}`, ...login })
  client.on('error', () => {})
  await client.connect()
  return {
    store: redisStore(client, { clock, prefix: 'app:', timeout: '10s' }),
    close: () => client.destroy(),
  }
})

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (reason: unknown) => reason,
  )

type Dump = Record<string, unknown>

function unchanged(before: Dump, after: Dump): void {
  expect(after).toEqual(before)
}

/** Or without a log all of whose entries were over. */
const unchangedBut = (log: string) => (before: Dump, after: Dump) => {
  const { [log]: dropped, ...others } = before
  unchanged(log in after ? before : others, after)
}

describe('a user without one of these commands', () => {
  /** Every key, with its value; all of them must have a life. */
  async function dump(): Promise<Dump> {
    const names = (await admin.keys('app:*')).sort()
    const lives = await Promise.all(names.map((name) => admin.pttl(name)))
    expect(lives.every((life) => life > 0)).toBe(true)
    const values = await Promise.all(names.map((name) => admin.dumpBuffer(name)))
    return Object.fromEntries(names.map((name, nth) => [name, values[nth]?.toString('hex')]))
  }

  /** Every verb, on a fresh key, one that was charged and one whose charges are over; says which of them failed. */
  async function tryAll(policy: Policy, missing: string): Promise<number> {
    const chargesOf = (key: string, cost = 1): Charge[] => [{ policy, key, cost }]
    await admin.flushall()
    let now = 1_700_000_000_000
    const client = new Redis({ path: server.socket, ...login, enableReadyCheck: false })
    client.on('error', () => {})
    const injected = redisStore(client, { prefix: 'app:', timeout: '10s', clock: () => now })
    const byServer = redisStore(client, { prefix: 'app:', timeout: '10s' })
    await allow(COMMANDS)
    const spent = await injected.consume(chargesOf('spent', 3))
    await injected.consume(chargesOf('old', 3))
    if (missing === 'eval') await admin.script('FLUSH')
    await allow(COMMANDS.filter((command) => command !== missing))
    const fails = async (call: () => Promise<unknown>, soundly = unchanged): Promise<number> => {
      const before = await dump()
      const error = await failureOf(call())
      if (error === undefined) return 0
      expect(error).toSatisfy(isStoreError)
      soundly(before, await dump())
      return 1
    }
    now++
    let failures = await fails(() => injected.consume(chargesOf('fresh')))
    failures += await fails(() => injected.consume(chargesOf('spent', 2)))
    failures += await fails(() => byServer.consume(chargesOf('timed')))
    // A refund that cannot shorten the life has given back, and says that it failed.
    const refund = () => injected.refund(chargesOf('spent', 2), spent.at)
    failures += await fails(refund, missing === 'pexpire' ? () => {} : unchanged)
    failures += await fails(() => injected.reset(chargesOf('spent')))
    now += 3_600_000
    failures += await fails(() => injected.consume(chargesOf('old', 2)), unchangedBut('app:rl1:{old}:log:sl'))
    client.disconnect()
    return failures
  }

  it.each(COMMANDS)('C012 %s: a StoreError, and nothing is half written', async (missing) => {
    let failures = 0
    for (const policy of everyKind(10)) failures += await tryAll(policy, missing)
    expect(failures).toBeGreaterThan(0)
    await allow(COMMANDS)
  })
})
