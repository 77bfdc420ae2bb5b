// Compiled with the type check, never run: what the middleware takes, what it adds to a context, and what is refused.
import { getConnInfo as ofNode } from '@hono/node-server/conninfo'
import { type Decision, memoryStore, type RateLimitOptions, rateLimit, tokenBucket } from '@rl/hono'
import { Hono } from 'hono'
import { getConnInfo as ofLambda } from 'hono/aws-lambda'
import { getConnInfo as ofBun } from 'hono/bun'
import { getConnInfo as ofCloudflare } from 'hono/cloudflare-workers'
import { getConnInfo as ofDeno } from 'hono/deno'
import { getConnInfo as ofVercel } from 'hono/vercel'

const store = memoryStore()
const policies = tokenBucket({ capacity: 20, refillRate: 5 })

for (const address of [ofNode, ofBun, ofDeno, ofCloudflare, ofLambda, ofVercel]) {
  rateLimit({ store, policies, address })
}
rateLimit({ store, policies, address: (c) => c.req.header('cf-connecting-ip'), allow: ['192.0.2.1'] })
rateLimit({ store, policies, address: ofNode, key: (c) => c.req.path })
rateLimit({ store, policies, key: async (c) => c.req.header('x-api-key') ?? '' })

// @ts-expect-error neither an address nor a key
rateLimit({ store, policies })
// @ts-expect-error a list of addresses, and no address
rateLimit({ store, policies, key: () => 'user:123', allow: ['192.0.2.1'] })
// @ts-expect-error an address is a function
rateLimit({ store, policies, address: '192.0.2.1' })
// @ts-expect-error a limiter and a store
const both: RateLimitOptions = { limiter: { consume: 0 }, store, policies, address: ofNode }

interface Own {
  Bindings: { SECRET: string }
  Variables: { user: string }
}

export const app = new Hono<Own>()
  .use(rateLimit<Own>({ store, policies, key: (c) => `${c.var.user} ${c.env.SECRET}` }))
  .use('/api/*', rateLimit({ store, policies, address: ofNode }))
  .get('/', (c) => {
    const decision: Decision | undefined = c.var.rateLimit
    const user: string = c.var.user
    const secret: string = c.env.SECRET
    // @ts-expect-error may be missing
    c.var.rateLimit.remaining
    return c.json({ user, secret, left: decision?.remaining, got: c.get('rateLimit')?.resetAfterMs, both })
  })

app.get('/users/:id', rateLimit({ store, policies, address: ofNode }), (c) => {
  const id: string = c.req.param('id')
  return c.text(id)
})

app.post('/login', rateLimit({ store, policies, address: ofNode }), (c) => {
  const user: string = c.var.user
  return c.text(`${user} ${c.var.rateLimit?.remaining}`)
})
