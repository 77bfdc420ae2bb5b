import { createLimiter, memoryStore, type Policy, type Verdict } from '@rl/core'
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/analysis/compare.ts'
import { createEffect } from '../../src/analysis/measure/effect.ts'
import { createReplay } from '../../src/analysis/replay/replay.ts'
import { makeTraffic, SCENARIO_KINDS, type Scenario } from '../../src/analysis/scenario/scenarios.ts'
import type { Traffic } from '../../src/analysis/traffic.ts'
import { toPolicy } from '../../src/page/policy/spec.ts'
import { EVERY_MODE, titleOf } from './policies.ts'

const SCENARIO: Scenario = {
  kind: 'poisson',
  requests: 1_500,
  clients: 9,
  durationMs: 60_000,
  windowMs: 3_000,
  seed: 0,
}

/** What the limiter itself says, on a memory store whose clock is the traffic's. */
async function ask(policy: Policy, { times, clients, names }: Traffic): Promise<Verdict[]> {
  let now = 0
  const limiter = createLimiter({ store: memoryStore({ clock: () => now }), policies: policy })
  const verdicts: Verdict[] = []
  for (let place = 0; place < times.length; place++) {
    now = times[place]!
    const decision = await limiter.consume(names[clients[place]!]!)
    verdicts.push(plain(decision))
  }
  return verdicts
}

const plain = ({ allowed, remaining, retryAfterMs, resetAfterMs }: Verdict): Verdict => ({
  allowed,
  remaining,
  retryAfterMs,
  resetAfterMs,
})

describe.each(EVERY_MODE.map((spec) => [titleOf(spec), spec] as const))('a replay of %s', (_, spec) => {
  it.each(SCENARIO_KINDS)('decides as the limiter does, request for request: %s', async (kind) => {
    const policy = toPolicy(spec)
    const traffic = makeTraffic({ ...SCENARIO, kind, seed: SCENARIO_KINDS.indexOf(kind) })
    const said = await ask(policy, traffic)
    const replay = createReplay(policy)
    const replayed = [...traffic.times].map((time, place) => plain(replay(time, traffic.clients[place]!)))
    expect(replayed).toEqual(said)

    const waits = said.filter(({ allowed }) => !allowed).map(({ retryAfterMs }) => retryAfterMs)
    const denied = waits.length
    const touched = new Set([...traffic.clients].filter((_, place) => !said[place]!.allowed))
    const longestWaitMs = Math.max(0, ...waits)
    expect(compare(traffic, spec, 3_000)).toMatchObject({
      admitted: said.length - denied,
      denied,
      clientsTouched: touched.size,
      longestWaitMs,
    })
    const meter = createEffect(policy)
    for (const [place, time] of traffic.times.entries()) meter.add(time, traffic.clients[place]!)
    expect(meter.effect()).toMatchObject({ denied, clientsTouched: touched.size, longestWaitMs })
  })

  it('denies some of it', () => {
    const { admitted, denied } = compare(makeTraffic({ ...SCENARIO, kind: 'abuser' }), spec, 3_000)
    expect(Math.min(admitted, denied)).toBeGreaterThan(100)
  })
})

describe('a scenario', () => {
  it.each(SCENARIO_KINDS)(
    'is exactly as many requests as were asked for, the same every time: %s',
    (kind) => {
      const made = makeTraffic({ ...SCENARIO, kind, seed: 5 })
      expect(made.times).toHaveLength(SCENARIO.requests)
      expect(made.names).toHaveLength(SCENARIO.clients)
      expect([...made.times].every((time, place) => place === 0 || time >= made.times[place - 1]!)).toBe(true)
      expect([...made.clients].every((client) => client < SCENARIO.clients)).toBe(true)
      expect(makeTraffic({ ...SCENARIO, kind, seed: 5 })).toEqual(made)
    },
  )

  it.each(SCENARIO_KINDS)('can be one request of one client: %s', (kind) => {
    const { times } = makeTraffic({ ...SCENARIO, kind, requests: 1, clients: 1 })
    expect(times).toHaveLength(1)
  })

  it('shows how a fixed window lets twice its limit through around an edge', () => {
    const traffic = makeTraffic({ ...SCENARIO, kind: 'edges', requests: 400, clients: 1, durationMs: 30_000 })
    const options = { limit: '10', window: '3s' }
    const most = (algorithm: 'fixedWindow' | 'slidingWindowLog') =>
      compare(traffic, { algorithm, options }, 3_000).busiest.ofOne
    expect([most('fixedWindow'), most('slidingWindowLog')]).toEqual([19, 10])
  })
})
