import type { Policy, Verdict } from '../policy.ts'
import { Log } from './log.ts'
import type { State } from './table.ts'

// A table holds the states of one algorithm only, so that each state is of its algorithm's kind.

/** A verdict, and the state to keep if the charge is made; asking for it makes the charge. */
export interface Decided extends Verdict {
  state(): State
}

export function decide(
  { algorithm, numbers }: Policy,
  state: State | undefined,
  now: number,
  cost: number,
): Decided {
  if (algorithm.state === 'numbers') {
    const ruling = algorithm.decide(numbers, state as number[] | undefined, now, cost)
    return { ...ruling, state: () => ruling.next }
  }
  const ruling = algorithm.decide(numbers, state as Log | undefined, now, cost)
  const append = (): Log => {
    const log = (state as Log | undefined) ?? new Log()
    log.append(ruling.next, cost)
    return log
  }
  return { ...ruling, state: append }
}

export function refund(
  { algorithm, numbers }: Policy,
  state: State,
  now: number,
  at: number,
  cost: number,
): { state: State; lifeMs: number } | undefined {
  if (algorithm.state === 'numbers') {
    const refunded = algorithm.refund(numbers, state as number[], now, at, cost)
    return refunded && { state: refunded.next, lifeMs: refunded.lifeMs }
  }
  const log = state as Log
  const refunded = algorithm.refund(numbers, log, now, at, cost)
  if (refunded === undefined) return undefined
  log.remove(refunded.next)
  return { state: log, lifeMs: refunded.lifeMs }
}
