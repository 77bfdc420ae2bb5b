import { Redis } from 'ioredis'
import type { Framework, Limiting, Serve } from '../http/serving.ts'

export interface HttpServerRequest {
  readonly framework: Framework
  readonly limiting: Limiting
  readonly port: number
  readonly redisPort: number
}

const SERVERS: Record<Framework, () => Promise<{ serve: Serve }>> = {
  express: () => import('../http/express.ts'),
  fastify: () => import('../http/fastify.ts'),
  koa: () => import('../http/koa.ts'),
  hono: () => import('../http/hono.ts'),
}

const { framework, limiting, port, redisPort } = JSON.parse(process.argv[2] ?? '') as HttpServerRequest
const redis = new Redis({ port: redisPort, host: '127.0.0.1' })
await redis.ping()
const { serve } = await SERVERS[framework]()
await serve(port, limiting, redis)

// Whoever started it asks for the CPU time that it has used, in µs; the first answer says that it listens.
const tell = () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
}
process.on('message', tell)
process.on('disconnect', () => process.exit(0))
tell()
