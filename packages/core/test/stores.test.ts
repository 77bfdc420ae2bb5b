import { describeStore } from '@rl/contract'
import { Redis as Redis5 } from 'ioredis5'
import { Redis as Redis6 } from 'ioredis6'
import { createClient as createClient4 } from 'redis4'
import { createClient as createClient5, createClientPool as createPool5 } from 'redis5'
import { createClient as createClient6, createClientPool as createPool6 } from 'redis6'
import { inject } from 'vitest'
import { type AnyRedisClient, type Clock, memoryStore, type RedisClient, redisStore } from '../src/index.ts'

const path = inject('redisSocket')
const url = `redis://127.0.0.1:${inject('redisPort')}`

// A busy machine may take longer than the deadline that suits production.
const storeOn = (client: AnyRedisClient, clock: Clock) => redisStore(client, { clock, timeout: '10s' })

describeStore('memoryStore', (clock) => ({ store: memoryStore({ clock }) }))

describeStore('redisStore over ioredis 5', (clock) => {
  const client = new Redis5(path)
  return { store: storeOn(client, clock), close: () => client.disconnect() }
})

describeStore('redisStore over ioredis 6', (clock) => {
  const client = new Redis6(path)
  return { store: storeOn(client, clock), close: () => client.disconnect() }
})

describeStore('redisStore over ioredis 6 with a key prefix and automatic pipelines', (clock) => {
  const client = new Redis6(path, { keyPrefix: 'app:', enableAutoPipelining: true })
  return { store: storeOn(client, clock), close: () => client.disconnect() }
})

describeStore('redisStore over ioredis 6, each check in a call of its own', (clock) => {
  const client = new Redis6(path)
  const store = redisStore(client, { clock, timeout: '10s', batch: false })
  return { store, close: () => client.disconnect() }
})

describeStore('redisStore over node-redis 4', async (clock) => {
  const client = await createClient4({ url }).connect()
  return { store: storeOn(client, clock), close: () => client.disconnect() }
})

describeStore('redisStore over node-redis 5', async (clock) => {
  const client = await createClient5({ url }).connect()
  return { store: storeOn(client, clock), close: () => client.destroy() }
})

describeStore('redisStore over node-redis 6', async (clock) => {
  const client = await createClient6({ url }).connect()
  return { store: storeOn(client, clock), close: () => client.destroy() }
})

describeStore('redisStore over node-redis 5 in RESP 3', async (clock) => {
  const client = await createClient5({ url, RESP: 3 }).connect()
  return { store: storeOn(client, clock), close: () => client.destroy() }
})

describeStore('redisStore over a pool of node-redis 5', async (clock) => {
  const pool = createPool5({ url })
  await pool.connect()
  return { store: storeOn(pool, clock), close: () => pool.destroy() }
})

describeStore('redisStore over a pool of node-redis 6', async (clock) => {
  const pool = createPool6({ url })
  await pool.connect()
  return { store: storeOn(pool, clock), close: () => pool.destroy() }
})

describeStore('redisStore over a client of one’s own', (clock) => {
  const redis = new Redis6(path)
  const client: RedisClient = {
    evalsha: (sha, keys, args) => redis.call('evalsha', sha, keys.length, ...keys, ...args),
    eval: (lua, keys, args) => redis.call('eval', lua, keys.length, ...keys, ...args),
  }
  return { store: storeOn(client, clock), close: () => redis.disconnect() }
})
