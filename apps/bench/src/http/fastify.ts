import peer from '@fastify/rate-limit'
import { rateLimit } from '@rl/fastify'
import fastify from 'fastify'
import { GREETING, HOST, LIMIT, ours, type Serve, WINDOW_MS } from './serving.ts'

export const serve: Serve = async (port, limiting, redis) => {
  const app = fastify()
  if (limiting === 'ours') await app.register(rateLimit, ours(redis))
  if (limiting === 'peer') await app.register(peer, { max: LIMIT, timeWindow: WINDOW_MS, redis })
  app.get('/', async () => GREETING)
  await app.listen({ port, host: HOST })
}
