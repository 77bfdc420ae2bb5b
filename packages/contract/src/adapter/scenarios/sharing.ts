import { fixedWindow } from '@rl/core'
import type { Scenario } from '../site.ts'
import { timed } from './timed.ts'

const ten = fixedWindow({ name: 'ten', limit: 10, window: '1m' })

/** One limiter in two guards. */
export const sameLimiterTwice: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  const shared = limiter(ten)
  return { guards: [{ limiter: shared }, { limiter: shared }], routes: [route('/')] }
}

/** One limiter in two guards, of which the second asks for more. */
export const sameLimiterOtherCost: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  const shared = limiter(ten)
  return { guards: [{ limiter: shared }, { limiter: shared, cost: 5 }], routes: [route('/')] }
}

/** One limiter in two guards by different keys. */
export const sameLimiterOtherKey: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  const shared = limiter(ten)
  return {
    guards: [{ limiter: shared }, { limiter: shared, key: (request) => kit.header(request, 'x-key') ?? '' }],
    routes: [route('/')],
  }
}

/** Two limiters with policies of their own on two routes, as the library makes them by default, on one store. */
export const twoLimitersOneStore: Scenario = (kit) => {
  const { limiter, skip, route } = timed(kit)
  const month = limiter(fixedWindow({ limit: 10, window: '30d' }))
  const hour = limiter(fixedWindow({ limit: 5, window: '1h' }))
  return {
    guards: [],
    routes: [
      { ...route('/month'), guards: [{ limiter: month, skip }] },
      { ...route('/hour'), guards: [{ limiter: hour, skip }] },
      route('/free'),
    ],
  }
}

/** Keys as they come, and a policy named as no object likes it. */
export const anyKey: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    guards: [
      {
        limiter: limiter(fixedWindow({ name: '__proto__', limit: 2, window: '1m' })),
        key: (request) => JSON.parse(kit.header(request, 'x-json') ?? '""'),
        cost: (request) => JSON.parse(kit.header(request, 'x-cost') ?? '1'),
        maxKeyLength: 2_000_000,
      },
    ],
    routes: [route('/')],
  }
}

/** Long keys, made on the server of a short word. */
export const longKeys: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    guards: [
      {
        limiter: limiter(fixedWindow({ limit: 2, window: '1m' })),
        key: (request) => 'a'.repeat(1_048_576) + (kit.header(request, 'x-key') ?? ''),
        maxKeyLength: 2_000_000,
      },
    ],
    routes: [route('/')],
  }
}

/** What handlers do is theirs: they throw, stream, answer late, redirect. */
export const handlers: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    guards: [{ limiter: limiter(ten) }],
    routes: [
      route('/throws', { throws: 'broken' }),
      route('/stream', { stream: ['a', 'b', 'c'] }),
      route('/teapot', { status: 418, body: 'short', headers: { 'x-own': 'kept' } }),
      route('/redirect', { status: 302, body: '', headers: { location: '/teapot' } }),
    ],
  }
}
