// Compiled by a test of its own, never run: the types of another plugin for the same `config.rateLimit` may be there too.
import other from '@fastify/rate-limit'
import { type Decision, fixedWindow, memoryStore, rateLimit } from '@rl/fastify'
import fastify from 'fastify'

const app = fastify()
await app.register(other, { max: 100 })
await app.register(rateLimit, {
  store: memoryStore(),
  policies: fixedWindow({ limit: 100, window: '1m' }),
  hook: 'preHandler',
})

app.get('/', { config: { rateLimit: false } }, (request) => {
  const decision: Decision | null = request.rateLimit
  return decision
})
app.get('/other', { config: { rateLimit: { max: 3 } } }, () => 'hello')
