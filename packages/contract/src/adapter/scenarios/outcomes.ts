import { fixedWindow } from '@rl/core'
import type { Scenario } from '../site.ts'
import { timed } from './timed.ts'

/** Whether a request is given back: by its status, and by whether it was cut off, if one asks. */
type Refunds = (status: number | undefined, aborted: () => boolean) => boolean

/** Three logins a minute for one user, answered by `x-status`: 200 for the right password, 401 for a wrong one. */
const logins =
  (refunds: Refunds): Scenario =>
  (kit) => {
    const { limiter, onWarning, route } = timed(kit)
    return {
      guards: [
        {
          limiter: limiter(fixedWindow({ limit: 3, window: '1m' })),
          key: () => 'user:123',
          refundWhen(_, outcome) {
            kit.log(`ended ${outcome.status}`)
            return refunds(outcome.status, () => outcome.aborted)
          },
          onWarning,
        },
      ],
      routes: [
        {
          path: '/login',
          method: 'POST',
          run(request) {
            kit.log('tried')
            return { status: Number(kit.header(request, 'x-status')), body: '' }
          },
        },
        route('/hangs', { hangs: true }),
        route('/throws', { throws: 'broken' }),
        route('/stream', { stream: ['a', 'b', 'c'] }),
        route('/endless', { stream: ['a'], endless: true }),
      ],
    }
  }

/** Counts failed logins only. */
export const failedLogins: Scenario = logins((status) => status !== undefined && status < 400)

/** Counts wrong passwords only, and forgets that a request can be cut off. */
export const carelessLogins: Scenario = logins((status) => status !== 401)

/** Gives back what was cut off, and nothing else. */
export const forgivingLogins: Scenario = logins((_, aborted) => aborted())

/** Cannot say. */
export const brokenLogins: Scenario = logins(() => {
  throw new Error('no opinion')
})
