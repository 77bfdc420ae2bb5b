import { serve as listen } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { rateLimit } from '@rl/hono'
import { Hono } from 'hono'
import { RedisStore, rateLimiter } from 'hono-rate-limiter'
import type { Redis } from 'ioredis'
import { GREETING, HOST, LIMIT, ours, type Serve, WINDOW_MS } from './serving.ts'

/** The client of another make that the peer's store asks for, over ioredis. */
const clientOf = (redis: Redis) => ({
  scriptLoad: async (script: string) => String(await redis.script('LOAD', script)),
  evalsha: async <Args extends unknown[], Data>(sha: string, keys: string[], args: Args) =>
    (await redis.evalsha(sha, keys.length, ...keys, ...(args as string[]))) as Data,
  decr: (key: string) => redis.decr(key),
  del: (key: string) => redis.del(key),
})

export const serve: Serve = async (port, limiting, redis) => {
  const app = new Hono()
  if (limiting === 'ours') app.use(rateLimit({ ...ours(redis), address: getConnInfo }))
  if (limiting === 'peer') {
    const store = new RedisStore({ client: clientOf(redis) })
    const keyGenerator = (context: Parameters<typeof getConnInfo>[0]) =>
      getConnInfo(context).remote.address ?? ''
    app.use(rateLimiter({ windowMs: WINDOW_MS, limit: LIMIT, keyGenerator, store }))
  }
  app.get('/', (context) => context.text(GREETING))
  await new Promise<void>((resolve) => {
    listen({ fetch: app.fetch, port, hostname: HOST }, () => resolve())
  })
}
