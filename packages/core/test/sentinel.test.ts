import { describeRedisClient, describeStore, everyKind } from '@rl/contract'
import { Redis as Redis5 } from 'ioredis5'
import { Redis as Redis6 } from 'ioredis6'
import { createSentinel as createSentinel5 } from 'redis5'
import { createSentinel as createSentinel6 } from 'redis6'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type RedisSentinel, startSentinel, until } from '../../../tooling/servers/index.ts'
import { type AnyRedisClient, redisStore } from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'

type Connect = () => Promise<{ client: AnyRedisClient; close(): unknown }>

let servers: RedisSentinel
beforeAll(async () => {
  servers = await startSentinel()
})
afterAll(() => servers?.stop())

const CLIENTS: Record<string, Connect> = {
  async 'ioredis 5 by sentinels'() {
    const client = new Redis5({ sentinels: [...servers.sentinels], name: servers.name, lazyConnect: true })
    client.on('error', () => {})
    await client.connect()
    return { client, close: () => client.disconnect() }
  },
  async 'ioredis 6 by sentinels'() {
    const client = new Redis6({ sentinels: [...servers.sentinels], name: servers.name, lazyConnect: true })
    client.on('error', () => {})
    await client.connect()
    return { client, close: () => client.disconnect() }
  },
  async 'node-redis 5 by sentinels'() {
    const client = createSentinel5({ name: servers.name, sentinelRootNodes: [...servers.sentinels] })
    client.on('error', () => {})
    await client.connect()
    return { client, close: () => client.destroy() }
  },
  async 'node-redis 6 by sentinels'() {
    const client = createSentinel6({ name: servers.name, sentinelRootNodes: [...servers.sentinels] })
    client.on('error', () => {})
    await client.connect()
    return { client, close: () => client.destroy() }
  },
}

for (const [name, connect] of Object.entries(CLIENTS)) {
  describeStore(`redisStore over ${name}`, async (clock) => {
    const { client, close } = await connect()
    return { store: redisStore(client, { clock, timeout: '10s' }), close }
  })

  describeRedisClient(name, async () => {
    const { client, close } = await connect()
    return { client: detect(client), close }
  })
}

describe('a failover', () => {
  it('leaves every client counting on, on a primary that knows no script', async () => {
    const policies = everyKind(1_000)
    const stores = await Promise.all(
      Object.entries(CLIENTS).map(async ([name, connect]) => {
        const { client, close } = await connect()
        onTestFinished(async () => {
          await close()
        })
        const store = redisStore(client, { timeout: '1s' })
        const charges = policies.map((policy) => ({ policy, key: name, cost: 1 }))
        const consume = async () => (await store.consume(charges)).verdicts.map(({ remaining }) => remaining)
        return { name, consume }
      }),
    )
    for (const { consume } of stores) expect(await consume()).toEqual(policies.map(() => 999))
    const sizes = () => Promise.all([servers.primary.cli('dbsize'), servers.replica.cli('dbsize')])
    await until('the replica', async () => new Set(await sizes()).size === 1)
    expect(await servers.replica.cli('info', 'memory')).toContain('number_of_cached_scripts:0')

    await servers.primary.stop()
    await until('the failover', async () => (await servers.replica.cli('role')).startsWith('master'))
    for (const { name, consume } of stores) {
      let tries = 0
      let answers: number[] = []
      await until(name, async () => {
        tries++
        answers = await consume()
        return true
      })
      // What was given up at the deadline may still have been charged, once.
      expect(answers[0]).toBeLessThan(999)
      expect(answers[0]).toBeGreaterThanOrEqual(999 - tries)
      expect(answers).toEqual(policies.map(() => answers[0]))
    }
  })
})
