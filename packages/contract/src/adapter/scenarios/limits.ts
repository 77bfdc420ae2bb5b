import { fixedWindow, tokenBucket } from '@rl/core'
import type { Scenario } from '../site.ts'
import { timed } from './timed.ts'

const three = tokenBucket({ capacity: 3, refillRate: 1 })

/** One limit of 3, then one a second, in front of everything. */
export const oneLimit: Scenario = (kit) => {
  const { limiter, skip, route } = timed(kit)
  return {
    guards: [{ limiter: limiter(three), skip }],
    routes: [route('/'), route('/decision', { decision: true })],
  }
}

/** A window of 5 in a minute. */
export const fiveAMinute: Scenario = (kit) => {
  const { limiter, skip, route } = timed(kit)
  return {
    guards: [{ limiter: limiter(fixedWindow({ limit: 5, window: '1m' })), skip }],
    routes: [route('/')],
  }
}

/** One request in a second. */
export const oneASecond: Scenario = (kit) => {
  const { limiter, skip, route } = timed(kit)
  return {
    guards: [{ limiter: limiter(fixedWindow({ limit: 1, window: '1s' })), skip }],
    routes: [route('/')],
  }
}

/** Policies and a store instead of a limiter; two of them are decided together. */
export const storeAndPolicies: Scenario = (kit) => {
  const { store, skip, route } = timed(kit)
  return {
    guards: [
      {
        store,
        policies: [
          fixedWindow({ name: 'burst', limit: 2, window: '10s' }),
          fixedWindow({ name: 'hour', limit: 100, window: '1h' }),
        ],
        onDecision: ({ allowed }, key) => kit.log(`decided ${allowed} ${key}`),
        skip,
      },
    ],
    routes: [route('/')],
  }
}

/** A plan for each request, by `x-plan`. */
export const plans: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  const byName = {
    free: limiter(fixedWindow({ name: 'free', limit: 1, window: '1m' })),
    paid: limiter(fixedWindow({ name: 'paid', limit: 2, window: '1m' })),
    nameless: limiter(fixedWindow({ name: 'schnürsenkel', limit: 2, window: '1m' })),
  }
  return {
    guards: [
      {
        limiter: async (request) => byName[kit.header(request, 'x-plan') as keyof typeof byName],
      },
    ],
    routes: [route('/')],
  }
}

/** Decides and reports, and refuses nothing: not for its limit, nor for an address, nor for a store that fails. */
export const shadow: Scenario = (kit) => {
  const { store, route, onWarning } = timed(kit)
  return {
    guards: [
      {
        store,
        policies: fixedWindow({ limit: 1, window: '1m' }),
        enforce: false,
        onDecision: ({ allowed }) => kit.log(`decided ${allowed}`),
        onLimited: () => kit.log('limited'),
        onWarning,
      },
    ],
    routes: [route('/'), route('/decision', { decision: true })],
  }
}
