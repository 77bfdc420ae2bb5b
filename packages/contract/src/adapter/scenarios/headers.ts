import { fixedWindow, type HeaderOptions, tokenBucket } from '@rl/core'
import type { Scenario } from '../site.ts'
import { timed } from './timed.ts'

const policies = [
  fixedWindow({ name: 'burst "2"', limit: 2, window: '10s' }),
  fixedWindow({ name: 'day', limit: 100, window: '1d', anchor: 'clock' }),
  tokenBucket({ name: 'sub-second', capacity: 50, refillRate: 100 }),
]

const sending =
  (headers: HeaderOptions | boolean): Scenario =>
  (kit) => {
    const { limiter, skip, route } = timed(kit)
    return {
      guards: [
        {
          limiter: limiter(policies),
          headers,
          skip,
          cost: (request) => Number(kit.header(request, 'x-cost') ?? 1),
        },
      ],
      routes: [route('/')],
    }
  }

export const allHeaders: Scenario = sending(true)
export const noHeaders: Scenario = sending(false)
export const draft6: Scenario = sending({ draft: 6, legacy: false })
export const draft7: Scenario = sending({ draft: 7 })
export const draft8: Scenario = sending({ draft: 8 })
export const deltaReset: Scenario = sending({ draft: false, legacy: 'delta' })
export const jitter: Scenario = sending({ jitter: '1h' })
export const partitions: Scenario = sending({ partitionSecret: 'not for clients' })

/** Two guards on one request: the first by address, the second, tighter, by user. */
export const twoGuards: Scenario = (kit) => {
  const { limiter, skip, route } = timed(kit)
  const wide = limiter(fixedWindow({ name: 'address', limit: 10, window: '1m' }))
  const tight = limiter(fixedWindow({ name: 'user', limit: 2, window: '1h' }))
  return {
    guards: [
      { limiter: wide, skip },
      { limiter: tight, key: (request) => kit.header(request, 'x-key') ?? 'user:1' },
    ],
    routes: [route('/'), route('/decision', { decision: true })],
  }
}

/** The same the other way round: the first binds. */
export const twoGuardsTightFirst: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  const wide = limiter(fixedWindow({ name: 'address', limit: 10, window: '1m' }))
  const tight = limiter(fixedWindow({ name: 'user', limit: 2, window: '1h' }))
  return { guards: [{ limiter: tight, key: () => 'user:1' }, { limiter: wide }], routes: [route('/')] }
}

/** Two guards, of which the second is a trial: nothing of it is told. */
export const secondOnTrial: Scenario = (kit) => {
  const { limiter, route } = timed(kit)
  const wide = limiter(fixedWindow({ name: 'address', limit: 10, window: '1m' }))
  const tight = limiter(fixedWindow({ name: 'user', limit: 1, window: '1h' }))
  return { guards: [{ limiter: wide }, { limiter: tight, enforce: false }], routes: [route('/')] }
}
