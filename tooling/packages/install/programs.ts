/** The frameworks that have an adapter. */
export type Adapter = 'express' | 'fastify' | 'koa' | 'hono'
export type Client = 'ioredis' | 'redis'

const clients: Record<Client, { imports: string; create: string }> = {
  ioredis: {
    imports: `import { Redis } from 'ioredis'`,
    create: `const client = new Redis(process.env.REDIS_URL ?? '')
  client.on('error', () => {})`,
  },
  redis: {
    imports: `import { createClient } from 'redis'`,
    create: `const client = createClient({ url: process.env.REDIS_URL ?? '' })
  client.on('error', () => {})
  await client.connect()`,
  },
}

const listening = (server: string) => `const server = ${server}
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = () => fetch(\`http://127.0.0.1:\${port}/\`)`

const adapters: Record<Adapter, { imports: string; serve: string }> = {
  express: {
    imports: `import express from 'express'`,
    serve: `const app = express()
  app.use(rateLimit({ limiter }))
  app.get('/', (request, response) => void response.send(left(request.rateLimit)))
  ${listening(`app.listen(0, '127.0.0.1')`)}`,
  },
  fastify: {
    imports: `import { fastify } from 'fastify'`,
    serve: `const app = fastify()
  await app.register(rateLimit, { limiter })
  app.get('/', { config: { rateLimit: { cost: 1 } } }, async (request) => left(request.rateLimit))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = () => fetch(\`http://127.0.0.1:\${port}/\`)`,
  },
  koa: {
    imports: `import Koa from 'koa'`,
    serve: `const app = new Koa<RateLimitState>()
  app.use(rateLimit({ limiter }))
  app.use((context) => {
    context.body = left(context.state.rateLimit)
  })
  ${listening(`app.listen(0, '127.0.0.1')`)}`,
  },
  hono: {
    imports: `import { Hono } from 'hono'`,
    serve: `const app = new Hono()
  app.use('*', rateLimit({ limiter, address: () => '192.0.2.1' }))
  app.get('/', (context) => context.text(left(context.get('rateLimit'))))
  const ask = async () => app.request('/')`,
  },
}

/** What the program prints when all is well. */
export const EXPECTED = '200 1, 200 0, 429 quota-exceeded'

/**
 * A program as a user of the adapter writes it, for the compiler as ES module and as CommonJS: two requests pass and one
 * does not. All comes from the adapter, and the types that are inferred can be written into declarations.
 */
export function program(adapter: Adapter, client: Client): string {
  const { imports, serve } = adapters[adapter]
  const names = ['createLimiter', 'fixedWindow', 'memoryStore', 'rateLimit', 'redisStore', 'withFallback']
  const types = ['type Decision', 'type Store', ...(adapter === 'koa' ? ['type RateLimitState'] : [])]
  const node = serve.includes('once(') ? `import { once } from 'node:events'\n` : ''
  const net = serve.includes('AddressInfo') ? `import type { AddressInfo } from 'node:net'\n` : ''
  return `${node}${net}${imports}
${clients[client].imports}
import { ${[...names, ...types].join(', ')} } from '@rl/${adapter}'

export const policies = [fixedWindow({ limit: 2, window: '1h' })]
export const limiterOver = (store: Store) => createLimiter({ store, policies })
const left = (decision: Decision | null | undefined) => \`\${decision?.remaining}\`

async function main() {
  ${clients[client].create}
  const store = redisStore(client, { prefix: process.env.PREFIX ?? '', timeout: '20s' })
  const limiter = limiterOver(withFallback(store, memoryStore(), { instances: 1 }))
  ${serve}
  const seen: string[] = []
  for (let request = 0; request < 3; request++) {
    const response = await ask()
    const text = await response.text()
    seen.push(\`\${response.status} \${/#([a-z-]+)/.exec(text)?.[1] ?? text}\`)
  }
  console.log(seen.join(', '))
  process.exit()
}

void main()
`
}

/** A program that imports from the adapter alone. */
export function ownProgram(adapter: Adapter): string {
  return `import { createLimiter, memoryStore, rateLimit, tokenBucket } from '@rl/${adapter}'

const policies = tokenBucket({ capacity: 20, refillRate: 5, refillInterval: '1s' })
export const limiter = createLimiter({ store: memoryStore(), policies })
export const middleware = rateLimit
`
}
