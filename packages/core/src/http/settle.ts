import type { Decision } from '../decision.ts'
import type { Limiter } from '../limiter.ts'
import { reasonOf } from '../options.ts'
import type { OnWarning } from '../warning.ts'
import type { GuardSettings } from './guard-options.ts'
import type { Ended } from './reply.ts'

type RefundWhen<R> = NonNullable<GuardSettings<R>['refundWhen']>

/**
 * Whether a request's cost is to be given back. A request that was cut off has no status, and is given back only by a
 * function that looked at `aborted`: else dropping the connection after each password tried would never be counted.
 */
async function isRefunded<R>(
  refundWhen: RefundWhen<R>,
  request: R,
  { status, aborted }: Ended,
): Promise<boolean> {
  let seen = !aborted
  const outcome = {
    status: aborted ? undefined : status,
    get aborted() {
      seen = true
      return aborted
    },
  }
  return Boolean(await refundWhen(request, outcome)) && seen
}

/** Settles one request, once, whatever is called how often; never rejects. */
export function settler<R>(
  refundWhen: RefundWhen<R>,
  request: R,
  limiter: Limiter,
  decision: Decision,
  onWarning: OnWarning,
): (ended: Ended) => Promise<void> {
  let settled = false
  return async (ended) => {
    if (settled) return
    settled = true
    try {
      if (await isRefunded(refundWhen, request, ended)) await limiter.refund(decision)
    } catch (cause) {
      onWarning({
        code: 'refund-failed',
        message: `a request that ended was not refunded: ${reasonOf(cause)}`,
        cause,
      })
    }
  }
}
