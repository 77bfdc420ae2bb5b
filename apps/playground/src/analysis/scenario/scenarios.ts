import { createTraffic, type Traffic, type TrafficBuilder } from '../traffic.ts'
import { below, createRandom, type Random } from './random.ts'
import { visits } from './visits.ts'

/** Traffic that is made up. All of it comes from these numbers, so that a link can hold it. */
export interface Scenario {
  readonly kind: ScenarioKind
  /** How many requests, exactly. */
  readonly requests: number
  readonly clients: number
  readonly durationMs: number
  /** Whose edges are played around, where that is what the scenario does. */
  readonly windowMs: number
  readonly seed: number
}

export const SCENARIO_KINDS = ['steady', 'bursts', 'edges', 'poisson', 'crowd', 'abuser', 'hour'] as const
export type ScenarioKind = (typeof SCENARIO_KINDS)[number]

/** When every scenario starts: a whole day, so that windows that go by the clock start with it. */
export const START: number = Date.UTC(2026, 0, 1)

type Make = (scenario: Scenario, add: TrafficBuilder['add'], random: Random) => void

/** Evenly apart, the clients in turn. */
const steady: Make = ({ requests, clients, durationMs }, add) => {
  for (let n = 0; n < requests; n++) add((n * durationMs) / requests, n % clients)
}

const BURSTS = 10

/** Ten times as many as come in a tenth of the time, within a fiftieth of it. */
const bursts: Make = ({ requests, clients, durationMs }, add, random) => {
  const period = durationMs / BURSTS
  for (let n = 0; n < requests; n++)
    add((n % BURSTS) * period + random() * period * 0.2, Math.floor(n / BURSTS) % clients)
}

/** One request opens a window, half of the rest come at its very end, half at the start of the next; then a window of rest. */
const edges: Make = ({ requests, clients, durationMs, windowMs }, add, random) => {
  const rounds = Math.max(1, Math.floor(durationMs / (3 * windowMs)))
  const near = Math.max(1, windowMs * 0.05)
  const streams = rounds * clients
  for (let n = 0; n < requests; n++) {
    const [client, nth] = [n % clients, Math.floor(n / streams)]
    const edge = (3 * (Math.floor(n / clients) % rounds) + 1) * windowMs
    const before = edge - 1 - random() * (near - 1)
    add(nth === 0 ? edge - windowMs : nth % 2 === 1 ? before : edge + random() * near, client)
  }
}

/** Each at a time and from a client of its own chance: what queueing theory calls a Poisson process. */
const poisson: Make = ({ requests, clients, durationMs }, add, random) => {
  for (let n = 0; n < requests; n++) add(random() * durationMs, below(random, clients))
}

const crowd: Make = visits

/** The last client sends as much as all others together, without a pause. */
const abuser: Make = ({ requests, clients, durationMs }, add, random) => {
  const honest = clients > 1 ? Math.floor(requests / 2) : 0
  visits({ requests: honest, clients: clients - 1, durationMs }, add, random)
  for (let n = 0; n < requests - honest; n++) add((n * durationMs) / (requests - honest), clients - 1)
}

/** Visits that swell and ebb, and one client that sends a tenth of all in the second half of the time. */
const hour: Make = ({ requests, clients, durationMs }, add, random) => {
  const abused = clients > 1 ? Math.floor(requests / 10) : 0
  const busy = (share: number) => 1 - Math.abs(share - 0.6)
  visits({ requests: requests - abused, clients: Math.max(1, clients - 1), durationMs, busy }, add, random)
  for (let n = 0; n < abused; n++) add(durationMs / 2 + (n * durationMs) / (2 * abused), clients - 1)
}

const MAKERS: Readonly<Record<ScenarioKind, Make>> = { steady, bursts, edges, poisson, crowd, abuser, hour }

/** The traffic of a scenario, in whole ms from its start on. */
export function makeTraffic(scenario: Scenario): Traffic {
  const builder = createTraffic(scenario.requests || 1)
  const add = (time: number, client: number) => builder.add(START + Math.floor(time), client)
  MAKERS[scenario.kind](scenario, add, createRandom(scenario.seed))
  return builder.build(Array.from({ length: scenario.clients }, (_, place) => `user:${place + 1}`))
}
