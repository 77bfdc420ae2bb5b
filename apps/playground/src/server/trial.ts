import { type Decision, rateLimit, type Verdict } from '@rl/hono'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Event } from '../page/live/messages.ts'
import { infoOf, isAlgorithm, type PolicySpec } from '../page/policy/spec.ts'
import type { Broadcast } from './broadcast.ts'
import { createStream, type Stream } from './stream.ts'
import { isTopic, type Topic, type Topics } from './topics.ts'

const LONGEST_KEY = 128
const HIGHEST_COST = 10_000
const MOST_WATCHERS = 32

interface Variables {
  topic: Topic
  key: string
  cost: number
}
type Env = { Variables: Variables & { rateLimit?: Decision } }

/** A policy from a path and a query: `tokenBucket?capacity=20&refillRate=5`. */
function specFrom(algorithm: string, query: Readonly<Record<string, string>>): PolicySpec | string {
  if (!isAlgorithm(algorithm)) return 'There is no such algorithm.'
  const options: Record<string, string> = {}
  const known = infoOf(algorithm).options
  for (const [name, value] of Object.entries(query)) {
    if (name === 'key' || name === 'cost') continue
    if (!known.some((option) => option.name === name)) return `There is no option ${JSON.stringify(name)}.`
    if (value.length > 128) return `The option ${JSON.stringify(name)} is too long.`
    options[name] = value
  }
  return { algorithm, options }
}

function checkKeyAndCost(key: string, cost: string): string | undefined {
  if (key === '' || key.length > LONGEST_KEY)
    return `Expected \`key\` to have 1 to ${LONGEST_KEY} characters.`
  if (!/^\d{1,5}$/.test(cost) || Number(cost) > HIGHEST_COST) {
    return `Expected \`cost\` to be a whole number from 0 to ${HIGHEST_COST}.`
  }
  return undefined
}

/** Finds out what a request asks, or says what is wrong with it. */
function reading(topics: Topics): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { key = 'user:123', cost = '1', ...rest } = c.req.query()
    const wrong = checkKeyAndCost(key, cost)
    const spec = specFrom(c.req.param('algorithm') ?? '', rest)
    const found = wrong
      ? { status: 400 as const, reason: wrong }
      : typeof spec === 'string'
        ? { status: 400 as const, reason: spec }
        : topics.find(spec)
    if (!isTopic(found)) {
      return c.json({ title: 'Refused', status: found.status, detail: found.reason }, found.status)
    }
    c.set('topic', found)
    c.set('key', key)
    c.set('cost', Number(cost))
    return next()
  }
}

const toEvent = (key: string, cost: number, decision: Decision): Event => ({
  at: decision.at,
  key,
  cost,
  ok: decision.allowed,
  left: decision.remaining,
  resetMs: decision.resetAfterMs,
  ...(decision.degraded && { degraded: true }),
})

/** A decision as JSON, which has no `Infinity`: a wait that never ends is `null` there. */
const shown = ({ allowed, remaining, retryAfterMs, resetAfterMs }: Verdict, more: object) => ({
  allowed,
  remaining,
  retryAfterMs,
  resetAfterMs,
  ...more,
})

/** Everything that can be done under a policy, which each request names. */
export function trial(topics: Topics, broadcast: Broadcast): { routes: Hono<Env>; close(): void } {
  const routes = new Hono<Env>()
  const streams = new Set<Stream>()
  routes.use('/:verb{try|peek|refund|reset|live}/:algorithm', reading(topics))

  // The very middleware that an app has; only its policy comes with the request.
  const limited = rateLimit<Env>({
    limiter: (c) => c.get('topic').limiter,
    key: (c) => c.get('key'),
    cost: (c) => c.get('cost'),
    onLimited: (c, decision) =>
      broadcast.tell(c.get('topic'), toEvent(c.get('key'), c.get('cost'), decision)),
  })
  routes.post('/try/:algorithm', limited, (c) => {
    const { topic, key, cost, rateLimit: decision } = c.var
    if (decision) {
      topics.keep(topic, key, decision)
      broadcast.tell(topic, toEvent(key, cost, decision))
    }
    return c.json({ hello: key, ...(decision?.degraded && { degraded: true }) })
  })

  routes.get('/peek/:algorithm', async (c) => {
    const { topic, key, cost } = c.var
    const { at, degraded, ...verdict } = await topic.limiter.peek(key, { cost })
    return c.json(shown(verdict, { at, ...(degraded && { degraded }) }))
  })

  routes.post('/refund/:algorithm', async (c) => {
    const { topic, key } = c.var
    const decision = topics.take(topic, key)
    const refunded = decision !== undefined && (await topic.limiter.refund(decision))
    broadcast.look(topic)
    return c.json({ known: decision !== undefined, refunded })
  })

  routes.post('/reset/:algorithm', async (c) => {
    const { topic, key } = c.var
    await topic.limiter.reset(key)
    broadcast.look(topic)
    return c.json({ reset: true })
  })

  routes.get('/live/:algorithm', (c) => {
    const { topic, key } = c.var
    if (streams.size >= MOST_WATCHERS) {
      return c.json({ title: 'Refused', status: 503, detail: 'Too many windows are looking on.' }, 503)
    }
    let ended = () => {}
    const stream = createStream(() => {
      streams.delete(stream)
      ended()
    })
    streams.add(stream)
    ended = broadcast.watch(topic, { key, send: stream.send })
    return stream.response
  })

  return {
    routes,
    close() {
      for (const stream of [...streams]) stream.close()
    },
  }
}
