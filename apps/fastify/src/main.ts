import { createLimiter, memoryStore, rateLimit, redisStore, tokenBucket } from '@rl/fastify'
import fastify from 'fastify'
import { createClient } from 'redis'

const { PORT = '8080', REDIS_URL } = process.env

const client = REDIS_URL ? createClient({ url: REDIS_URL }) : undefined
client?.on('error', () => {}) // the limiter warns when Redis is away
client?.connect().catch(() => {}) // not awaited, so that a Redis that is away holds nothing up

const limiter = createLimiter({
  store: client ? redisStore(client) : memoryStore(),
  policies: tokenBucket({ capacity: 20, refillRate: 5 }), // bursts of 20, then 5 a second
})

const app = fastify()
await app.register(rateLimit, { limiter })

app.get('/', async () => 'Hello\n')
app.get('/search', { config: { rateLimit: { cost: 5 } } }, async () => 'Found\n') // asks for as much as five others

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
console.log(`http://localhost:${PORT}, counting in ${client ? 'Redis' : 'memory'}. Try twice:
  curl -s -o /dev/null -w '%{http_code} ' 'http://localhost:${PORT}/?[1-25]'
  curl -i http://localhost:${PORT}/search`)
