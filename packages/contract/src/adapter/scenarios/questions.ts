import { fixedWindow, tokenBucket } from '@rl/core'
import type { Scenario } from '../site.ts'
import { timed } from './timed.ts'

const three = fixedWindow({ limit: 3, window: '1m' })

/** What a key function may do, by `x-mode`; else the key is `x-key`. */
export const keys: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  // Such functions are written without types, too.
  const odd: Record<string, () => unknown> = {
    undefined: () => undefined,
    null: () => null,
    empty: () => '',
    number: () => 7,
    rejects: () => Promise.reject(new Error('no session')),
    'rejects with nothing': () => Promise.reject(),
    "rejects with 'route'": () => Promise.reject('route'),
    throws: () => {
      throw Object.assign(new Error('no session'), {
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    },
  }
  return {
    guards: [
      {
        limiter: limiter(three),
        async key(request) {
          const mode = kit.header(request, 'x-mode')
          return (mode === undefined ? kit.header(request, 'x-key') : odd[mode]?.()) as string
        },
        maxKeyLength: 100,
      },
    ],
    routes: [route('/')],
  }
}

/** The cost of a request is `x-cost`, or what is written there in JSON. */
export const costs: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    guards: [
      {
        limiter: limiter(tokenBucket({ capacity: 10, refillRate: 1 })),
        cost: async (request) => JSON.parse(kit.header(request, 'x-cost') ?? '"nonsense"'),
      },
    ],
    routes: [route('/')],
  }
}

/** One fixed cost for each policy. */
export const costsByPolicy: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  const tokens = tokenBucket({ name: 'tokens', capacity: 1_000, refillRate: 1 })
  const requests = tokenBucket({ name: 'requests', capacity: 10, refillRate: 1 })
  return {
    guards: [{ limiter: limiter([requests, tokens]), cost: { tokens: 840 } }],
    routes: [route('/')],
  }
}

/** Preflights are skipped, as the documentation advises where no CORS middleware stands in front. */
export const skips: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    guards: [
      {
        limiter: limiter(fixedWindow({ limit: 2, window: '1m' })),
        skip: async (request) => {
          if (kit.header(request, 'x-mode') === 'rejects') throw new Error('no answer')
          return kit.method(request) === 'OPTIONS'
        },
      },
    ],
    routes: [
      { ...route('/'), method: 'POST' },
      { ...route('/'), method: 'OPTIONS' },
    ],
  }
}

/** A middleware for CORS stands in front: it sets headers on every response. */
export const behindCors: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    before: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After, RateLimit' },
    guards: [{ limiter: limiter(fixedWindow({ limit: 2, window: '1m' })) }],
    routes: [{ ...route('/'), method: 'POST' }],
  }
}

/** What is told and answered when a request is limited, by `x-mode`. */
export const answers: Scenario = (kit) => {
  const { limiter, route, onWarning } = timed(kit)
  const { header, log } = kit
  return {
    guards: [
      {
        limiter: limiter(fixedWindow({ name: 'one', limit: 1, window: '1m' })),
        onLimited(request, { retryAfterMs }) {
          log(`limited ${retryAfterMs}`)
          if (header(request, 'x-mode') === 'listener throws') throw new Error('deaf')
        },
        async respond(request, { status, decision }) {
          const mode = header(request, 'x-mode')
          if (mode === 'text') return { body: 'slow down', headers: { 'retry-after': '77' } }
          if (mode === 'json') return { status: 418, body: { status, wait: decision?.retryAfterMs } }
          if (mode === 'html') return { body: '<p>', headers: { 'content-type': 'text/html' } }
          if (mode === 'throws') throw Object.assign(new Error('teapot'), { status: 418 })
          if (mode === 'rejects with nothing') return Promise.reject()
          return undefined
        },
        onWarning,
      },
    ],
    routes: [route('/')],
  }
}
