import { rateLimit } from '@rl/express'
import express, { type RequestHandler } from 'express'
import { rateLimit as peer } from 'express-rate-limit'
import { RedisStore } from 'rate-limit-redis'
import { GREETING, HOST, LIMIT, ours, type Serve, WINDOW_MS } from './serving.ts'

export const serve: Serve = async (port, limiting, redis) => {
  const middleware: Record<typeof limiting, () => RequestHandler[]> = {
    none: () => [],
    ours: () => [rateLimit(ours(redis))],
    peer() {
      const sendCommand = async (command: string, ...args: string[]) =>
        (await redis.call(command, ...args)) as number
      const options = {
        windowMs: WINDOW_MS,
        limit: LIMIT,
        standardHeaders: 'draft-8',
        legacyHeaders: false,
      } as const
      return [peer({ ...options, store: new RedisStore({ sendCommand }) })]
    },
  }
  const app = express()
  for (const each of middleware[limiting]()) app.use(each)
  app.get('/', (_, response) => void response.send(GREETING))
  await new Promise<void>((resolve) => app.listen(port, HOST, () => resolve()))
}
