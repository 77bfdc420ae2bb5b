import { addressKey, fixedWindow, type Warning } from '@rl/core'
import type { Scenario } from '../site.ts'
import { timed } from './timed.ts'

const three = fixedWindow({ limit: 3, window: '1m' })

/** Nothing is set: the address is the socket's. */
export const direct: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return { guards: [{ limiter: limiter(three) }], routes: [route('/')] }
}

/** Two guards tell one listener of what is odd about the address. */
export const odd: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  const onWarning = ({ code, message }: Warning) => kit.log(`warning: ${code}: ${message}`)
  const guard = { limiter: limiter(three), onWarning }
  return { guards: [{ ...guard, key: () => 'some' }, guard, guard], routes: [route('/')] }
}

/** The same behind a proxy that is trusted. */
export const oddAndProxied: Scenario = (kit) => ({ ...odd(kit), trustProxy: true })

/** One proxy stands in front. */
export const proxied: Scenario = (kit) => {
  const { store, route } = timed(kit)
  return {
    trustProxy: true,
    guards: [{ store, policies: three, onDecision: (_, key) => kit.log(`key ${key}`) }],
    routes: [route('/')],
  }
}

/** As above, with networks of 56 bits. */
export const wideNetworks: Scenario = (kit) => {
  const { store, route } = timed(kit)
  return {
    trustProxy: true,
    guards: [{ store, policies: three, ipv6Prefix: 56, onDecision: (_, key) => kit.log(`key ${key}`) }],
    routes: [route('/')],
  }
}

/** Addresses that are let through, and others that are refused, whatever they ask. */
export const lists: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    trustProxy: true,
    guards: [
      {
        limiter: limiter(fixedWindow({ limit: 1, window: '1m' })),
        allow: ['192.0.2.0/24', '2001:db8::1', '::ffff:10.0.0.0/104'],
        deny: ['192.0.2.66', '2001:db8:bad::/48'],
        enforce: true,
      },
    ],
    routes: [route('/')],
  }
}

/** The same lists in a trial. */
export const listsOnTrial: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    trustProxy: true,
    guards: [
      { limiter: limiter(fixedWindow({ limit: 1, window: '1m' })), deny: ['192.0.2.66'], enforce: false },
    ],
    routes: [route('/')],
  }
}

/** A key of the user's that contains the address, made as the default key is. */
export const ownKeyWithAddress: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  return {
    guards: [
      {
        limiter: limiter(three),
        key: (request) =>
          `${kit.header(request, 'x-tenant')} ${addressKey(kit.header(request, 'x-ip') ?? '')}`,
      },
    ],
    routes: [route('/')],
  }
}
