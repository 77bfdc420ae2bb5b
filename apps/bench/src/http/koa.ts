import { rateLimit } from '@rl/koa'
import Koa from 'koa'
import peer from 'koa-ratelimit'
import { GREETING, HOST, LIMIT, ours, type Serve, WINDOW_MS } from './serving.ts'

export const serve: Serve = async (port, limiting, redis) => {
  const app = new Koa()
  if (limiting === 'ours') app.use(rateLimit(ours(redis)))
  if (limiting === 'peer') app.use(peer({ driver: 'redis', db: redis, max: LIMIT, duration: WINDOW_MS }))
  app.use((context) => {
    context.body = GREETING
  })
  await new Promise<void>((resolve) => app.listen(port, HOST, () => resolve()))
}
