import { describeStore } from '@rl/contract'
import { Redis } from 'ioredis6'
import { createClient } from 'redis6'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import { redisStore } from '../src/index.ts'
import { allowed, COMMANDS, LOGIN } from './privilege.ts'

let server: RedisServer
let admin: Redis
beforeAll(async () => {
  server = await startRedis()
  admin = new Redis(server.socket)
  await admin.acl('SETUSER', ...allowed(COMMANDS))
})
afterAll(async () => {
  admin?.disconnect()
  await server?.stop()
})

it('the documentation says what a limiter needs', () => {
  expect(COMMANDS).toContain('evalsha')
})

describeStore('redisStore over ioredis 6, as a user that may do nothing else', (clock) => {
  const client = new Redis({ path: server.socket, ...LOGIN, enableReadyCheck: false })
  return {
    store: redisStore(client, { clock, prefix: 'app:', timeout: '10s' }),
    close: () => client.disconnect(),
  }
})

describeStore('redisStore over node-redis 6, as a user that may do nothing else', async (clock) => {
  const client = createClient({ url: `redis://127.0.0.1:${server.port}`, ...LOGIN })
  client.on('error', () => {})
  await client.connect()
  return {
    store: redisStore(client, { clock, prefix: 'app:', timeout: '10s' }),
    close: () => client.destroy(),
  }
})
