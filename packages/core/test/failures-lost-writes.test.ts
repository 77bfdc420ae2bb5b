import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startProxy } from '../../../tooling/failures/proxy.ts'
import { type RedisServer, startRedis, until } from '../../../tooling/servers/index.ts'
import { createLimiter, type Limiter, redisStore } from '../src/index.ts'

const LIMIT = 10
let primary: RedisServer
let replica: RedisServer
let line: Relay
const clients: Redis[] = []
beforeAll(async () => {
  primary = await startRedis()
  line = await startProxy(primary.port)
  replica = await startRedis({ args: ['--replicaof', `127.0.0.1 ${line.port}`] })
  await until('the replica', async () => (await replica.cli('role')).includes('connected'))
})
afterAll(async () => {
  for (const client of clients) client.disconnect()
  await replica?.stop()
  await line?.close()
  await primary?.stop()
})

function limitersOn({ socket }: RedisServer): Limiter[] {
  const client = new Redis(socket)
  clients.push(client)
  const store = redisStore(client, { timeout: '10s' })
  return everyKind(LIMIT).map((policies) => createLimiter({ store, policies }))
}

const admitted = async (limiters: readonly Limiter[], times: number): Promise<number[]> =>
  Promise.all(
    limiters.map(async (limiter) => {
      let count = 0
      for (let time = 0; time < times; time++) if ((await limiter.consume('user:123')).allowed) count++
      return count
    }),
  )

describe('a replica that takes over without the last writes', () => {
  it('C067 admits those once more, and no others', async () => {
    const before = limitersOn(primary)
    const each = (count: number) => before.map(() => count)
    expect(await admitted(before, 4)).toEqual(each(4))
    const written = async () => Number(await replica.cli('dbsize')) === before.length
    await until('the first writes on the replica', written)
    await until('all of them', async () => {
      const [at] = /(?<=master_repl_offset:)\d+/.exec(await primary.cli('info', 'replication')) ?? []
      const [seen] = /(?<=slave_repl_offset:)\d+/.exec(await replica.cli('info', 'replication')) ?? []
      return at !== undefined && at === seen
    })
    line.delay(3_600_000) // nothing gets through any more
    expect(await admitted(before, 4)).toEqual(each(4))
    await primary.stop()
    await replica.cli('replicaof', 'no', 'one')
    // Four were replicated and four were lost: of ten, six are left.
    expect(await admitted(limitersOn(replica), LIMIT + 2)).toEqual(each(6))
  })
})
