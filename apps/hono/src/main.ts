import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createLimiter, memoryStore, rateLimit, redisStore, tokenBucket } from '@rl/hono'
import { Hono } from 'hono'
import { Redis } from 'ioredis'

const { PORT = '8080', REDIS_URL } = process.env

const client = REDIS_URL ? new Redis(REDIS_URL) : undefined
client?.on('error', () => {}) // the limiter warns when Redis is away

const limiter = createLimiter({
  store: client ? redisStore(client) : memoryStore(),
  policies: tokenBucket({ capacity: 20, refillRate: 5 }), // bursts of 20, then 5 a second
})

const app = new Hono()
app.use(rateLimit({ limiter, address: getConnInfo }))

app.get('/', (c) => c.text('Hello\n'))

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, () => {
  console.log(`http://localhost:${PORT}, counting in ${client ? 'Redis' : 'memory'}. Try twice:
  curl -s -o /dev/null -w '%{http_code} ' 'http://localhost:${PORT}/?[1-25]'
  curl -i http://localhost:${PORT}`)
})
