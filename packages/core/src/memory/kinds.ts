import type { Append, Numbers, Ruling } from '../policy.ts'
import { Log } from './log.ts'
import type { State } from './row.ts'
import type { Account } from './tables.ts'

// A table holds the states of one algorithm only, so that each state is of its algorithm's kind.

export type AnyRuling = Ruling<Numbers | Append>

export function decide(
  { algorithm, numbers }: Account,
  state: State | undefined,
  now: number,
  cost: number,
): AnyRuling {
  return algorithm.state === 'numbers'
    ? algorithm.decide(numbers, state as Numbers | undefined, now, cost)
    : algorithm.decide(numbers, state as Log | undefined, now, cost)
}

/** Makes the charge that was ruled on: the state to keep. */
export function charge(
  { algorithm }: Account,
  state: State | undefined,
  { next }: AnyRuling,
  cost: number,
): State {
  if (algorithm.state === 'numbers') return next as Numbers
  const log = (state as Log | undefined) ?? new Log()
  log.append(next as Append, cost)
  return log
}

export function refund(
  { algorithm, numbers }: Account,
  state: State,
  now: number,
  at: number,
  cost: number,
): { state: State; lifeMs: number } | undefined {
  if (algorithm.state === 'numbers') {
    const refunded = algorithm.refund(numbers, state as Numbers, now, at, cost)
    return refunded && { state: refunded.next, lifeMs: refunded.lifeMs }
  }
  const log = state as Log
  const refunded = algorithm.refund(numbers, log, now, at, cost)
  if (refunded === undefined) return undefined
  log.remove(refunded.next)
  return { state: log, lifeMs: refunded.lifeMs }
}
