import { describeRedisClient } from '@rl/contract'
import { Redis as Redis5 } from 'ioredis5'
import { Redis as Redis6 } from 'ioredis6'
import { createClient as createClient4 } from 'redis4'
import { createClient as createClient5, createClientPool as createPool5 } from 'redis5'
import { createClient as createClient6, createClientPool as createPool6 } from 'redis6'
import { inject } from 'vitest'
import { detect } from '../src/redis/clients/detect.ts'

const path = inject('redisSocket')
const url = `redis://127.0.0.1:${inject('redisPort')}`

describeRedisClient('ioredis 5', () => {
  const client = new Redis5(path)
  return { client: detect(client), close: () => client.disconnect() }
})

describeRedisClient('ioredis 6', () => {
  const client = new Redis6(path)
  return { client: detect(client), close: () => client.disconnect() }
})

describeRedisClient('ioredis 6 with automatic pipelines', () => {
  const client = new Redis6(path, { enableAutoPipelining: true })
  return { client: detect(client), close: () => client.disconnect() }
})

describeRedisClient('node-redis 4', async () => {
  const client = await createClient4({ url }).connect()
  return { client: detect(client), close: () => client.disconnect() }
})

describeRedisClient('node-redis 5', async () => {
  const client = await createClient5({ url }).connect()
  return { client: detect(client), close: () => client.destroy() }
})

describeRedisClient('node-redis 6', async () => {
  const client = await createClient6({ url }).connect()
  return { client: detect(client), close: () => client.destroy() }
})

describeRedisClient('a pool of node-redis 5', async () => {
  const pool = createPool5({ url })
  await pool.connect()
  return { client: detect(pool), close: () => pool.destroy() }
})

describeRedisClient('a pool of node-redis 6', async () => {
  const pool = createPool6({ url })
  await pool.connect()
  return { client: detect(pool), close: () => pool.destroy() }
})

describeRedisClient('an object with `evalsha` and `eval`', () => {
  const redis = new Redis6(path)
  const client = detect({
    evalsha: (sha: string, keys: string[], args: string[]) =>
      redis.call('evalsha', sha, keys.length, ...keys, ...args),
    eval: (lua: string, keys: string[], args: string[]) =>
      redis.call('eval', lua, keys.length, ...keys, ...args),
  })
  return { client, close: () => redis.disconnect() }
})
