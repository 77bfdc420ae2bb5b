import { type PolicySpec, toPolicy } from '../page/policy/spec.ts'
import { type Bins, createBins } from './measure/bins.ts'
import { type Busiest, busiest } from './measure/busiest.ts'
import { createReplay } from './replay/replay.ts'
import type { Traffic } from './traffic.ts'

/** What one policy does to the traffic that all are given. */
export interface Comparison {
  readonly admitted: number
  readonly denied: number
  readonly clientsTouched: number
  readonly bins: Bins
  /** The most that were admitted in any span of the window's length. */
  readonly busiest: Busiest
  /** The waits that denials told, ms: of half of them at most, and of all. 0 without any. */
  readonly halfWaitMs: number
  readonly longestWaitMs: number
}

/**
 * Plays traffic to a policy that starts with no state.
 * @throws OptionsError when the policy is none.
 */
export function compare(traffic: Traffic, spec: PolicySpec, windowMs: number): Comparison {
  const { times, clients, names } = traffic
  const replay = createReplay(toPolicy(spec))
  const bins = createBins()
  const allowed = new Uint8Array(times.length)
  const touched = new Uint8Array(names.length)
  const waits = new Float64Array(times.length)
  let denied = 0
  for (let place = 0; place < times.length; place++) {
    const client = clients[place]!
    const verdict = replay(times[place]!, client)
    bins.add(times[place]!, verdict.allowed)
    if (verdict.allowed) {
      allowed[place] = 1
    } else {
      touched[client] = 1
      waits[denied++] = verdict.retryAfterMs
    }
  }
  const told = waits.subarray(0, denied).sort()
  return {
    admitted: times.length - denied,
    denied,
    clientsTouched: touched.reduce((sum, one) => sum + one, 0),
    bins: bins.bins(),
    busiest: busiest(traffic, allowed, windowMs),
    halfWaitMs: told[Math.ceil(denied / 2) - 1] ?? 0,
    longestWaitMs: told[denied - 1] ?? 0,
  }
}
