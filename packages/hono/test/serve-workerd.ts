import { fixedWindow, memoryStore, rateLimit, tokenBucket } from '@rl/hono'
import { Hono } from 'hono'
import { getConnInfo } from 'hono/cloudflare-workers'

declare const WebSocketPair: new () => Record<0 | 1, WebSocket & { accept(): void }>

const store = memoryStore()
const app = new Hono()

app.use(
  '/limited/*',
  rateLimit({ store, policies: tokenBucket({ capacity: 5, refillRate: 1 }), address: getConnInfo }),
)
app.get('/limited/made', (c) => c.json(c.var.rateLimit?.remaining))
app.get('/limited/raw', () => new Response('raw'))
app.get('/limited/immutable', () => Response.redirect('http://example.com/', 302))
app.get('/limited/socket', () => {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.send('hello')
  return new Response(null, { status: 101, webSocket: client } as ResponseInit)
})

app.use(
  '/login',
  rateLimit({
    store,
    policies: fixedWindow({ limit: 1, window: '1h' }),
    key: () => 'user:123',
    async refundWhen(_, { status }) {
      await new Promise((resolve) => setTimeout(resolve, 5)) // longer than the response takes
      return status === 200
    },
  }),
)
app.get('/login', (c) => c.text('in'))

// biome-ignore lint/style/noDefaultExport: what a worker is
export default app
