import { SCENARIO_KINDS, type Scenario } from '../../analysis/scenario/scenarios.ts'
import { number, oneOf, policies, whole } from '../fields.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { section } from '../state.ts'

export const MOST_POLICIES = 5
export const MOST_REQUESTS = 1_000_000
export const MOST_CLIENTS = 100_000
export const LONGEST_SECONDS = 86_400

/** The same long-run rate, two a second, by three ways. */
const START: readonly PolicySpec[] = [
  { algorithm: 'tokenBucket', options: { capacity: '20', refillRate: '2' } },
  { algorithm: 'fixedWindow', options: { limit: '20', window: '10s' } },
  { algorithm: 'slidingWindowLog', options: { limit: '20', window: '10s' } },
]

export const comparison = section('compare', {
  policies: policies(START, MOST_POLICIES),
  kind: oneOf(SCENARIO_KINDS, 'edges'),
  requests: whole(130, 1, MOST_REQUESTS),
  clients: whole(1, 1, MOST_CLIENTS),
  seconds: number(60, 1, LONGEST_SECONDS),
  /** The span in which the most admitted is looked for; also whose edges are played around. */
  window: number(10, 0.001, LONGEST_SECONDS),
  seed: whole(1, 0, 1_000_000),
})

export interface Traffic extends Omit<Scenario, 'durationMs' | 'windowMs'> {
  readonly seconds: number
  readonly window: number
}

export const toScenario = ({ kind, requests, clients, seconds, window, seed }: Traffic): Scenario => ({
  ...{ kind, requests, clients, seed },
  durationMs: Math.max(1, Math.round(seconds * 1_000)),
  windowMs: Math.max(1, Math.round(window * 1_000)),
})
