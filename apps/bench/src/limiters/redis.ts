import { redisStore, withDenialCache } from '@rl/core'
import { Cluster } from 'ioredis'
import { RedisStore } from 'rate-limit-redis'
import redisGcra from 'redis-gcra'
import { host, ioredis, nodeRedis } from './connect.ts'
import type { Limiter, Setting } from './limiter.ts'
import { bucket, ours, three } from './ours.ts'
import { flexible, flexibleTimes } from './rate-limiter-flexible.ts'

type Make = (port: number, setting: Setting) => Promise<Limiter>

const timeout = '10s'

/** Every limiter on Redis that is measured, by name. */
export const REDIS_LIMITERS = {
  'ours, ioredis': async (port, setting) => {
    const client = await ioredis(port)
    return ours(redisStore(client, { timeout }), bucket(setting), () => client.disconnect())
  },
  'ours, ioredis, no batches': async (port, setting) => {
    const client = await ioredis(port)
    return ours(redisStore(client, { timeout, batch: false }), bucket(setting), () => client.disconnect())
  },
  'ours, node-redis': async (port, setting) => {
    const client = await nodeRedis(port)
    return ours(redisStore(client, { timeout }), bucket(setting), () => client.destroy())
  },
  'ours, ioredis cluster': async (port, setting) => {
    const client = new Cluster([{ port, host }], { lazyConnect: true })
    await client.connect()
    return ours(redisStore(client, { timeout }), bucket(setting), () => client.disconnect())
  },
  'ours, three policies, ioredis': async (port, setting) => {
    const client = await ioredis(port)
    return ours(redisStore(client, { timeout }), three(setting), () => client.disconnect())
  },
  'ours, denial cache, ioredis': async (port, setting) => {
    const client = await ioredis(port)
    const store = withDenialCache(redisStore(client, { timeout }), { maxAge: '1m', maxKeys: 100_000 })
    return ours(store, bucket(setting), () => client.disconnect())
  },
  'rate-limiter-flexible, ioredis': async (port, setting) => {
    const storeClient = await ioredis(port)
    return flexible(setting, { storeClient }, () => storeClient.disconnect())
  },
  'rate-limiter-flexible, node-redis': async (port, setting) => {
    const storeClient = await nodeRedis(port)
    return flexible(setting, { storeClient, useRedisPackage: true }, () => storeClient.destroy())
  },
  'rate-limiter-flexible, three calls, ioredis': async (port, setting) => {
    const storeClient = await ioredis(port)
    return flexibleTimes(3, setting, { storeClient }, () => storeClient.disconnect())
  },
  'rate-limiter-flexible, in-memory block, ioredis': async (port, setting) => {
    const storeClient = await ioredis(port)
    const options = { storeClient, inMemoryBlockOnConsumed: setting.limit }
    return flexible(setting, options, () => storeClient.disconnect())
  },
  'rate-limit-redis, ioredis': async (port, { limit, windowMs }) => {
    const client = await ioredis(port)
    const store = new RedisStore({
      sendCommand: async (command: string, ...args: string[]) =>
        (await client.call(command, ...args)) as number,
    })
    await store.init({ windowMs } as Parameters<typeof store.init>[0])
    const consume = async (key: string) => (await store.increment(key)).totalHits <= limit
    return { consume, close: () => client.disconnect() }
  },
  'redis-gcra, ioredis': async (port, { limit, windowMs }) => {
    const redis = await ioredis(port)
    const limiter = redisGcra({ redis, keyPrefix: 'gcra:', burst: limit, rate: limit, period: windowMs })
    const consume = async (key: string) => !(await limiter.limit({ key })).limited
    return { consume, close: () => redis.disconnect() }
  },
} as const satisfies Record<string, Make>

export type RedisLimiterName = keyof typeof REDIS_LIMITERS
