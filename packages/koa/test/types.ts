// Compiled with the type check, never run: what `ctx.state` has behind the guard.
import { type Decision, fixedWindow, memoryStore, rateLimit } from '@rl/koa'
import Koa from 'koa'

const guard = rateLimit({
  store: memoryStore(),
  policies: fixedWindow({ limit: 10, window: '1m' }),
  key: (context) => context.get('x-api-key'),
})

new Koa<{ user: string }>().use(guard).use((context) => {
  const decision: Decision | undefined = context.state.rateLimit
  const user: string = context.state.user
  // @ts-expect-error no such field
  context.state.ratelimit
  context.body = { user, left: decision?.remaining }
})

new Koa().use(guard)
