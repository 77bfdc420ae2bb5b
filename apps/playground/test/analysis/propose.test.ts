import { describe, expect, it } from 'vitest'
import { createAnalysis } from '../../src/analysis/analyse.ts'
import { compare } from '../../src/analysis/compare.ts'
import { candidatesOf, withSize } from '../../src/analysis/propose/candidates.ts'
import { curveOf, mostIn, propose, touchedAt } from '../../src/analysis/propose/proposal.ts'
import { makeTraffic, type Scenario } from '../../src/analysis/scenario/scenarios.ts'
import { type PolicySpec, toPolicy } from '../../src/page/policy/spec.ts'
import { EVERY_MODE, titleOf } from './policies.ts'

const SCENARIO: Scenario = {
  kind: 'crowd',
  requests: 4_000,
  clients: 60,
  durationMs: 120_000,
  windowMs: 3_000,
  seed: 3,
}
const traffic = makeTraffic(SCENARIO)

function analyse(spec: PolicySpec) {
  const { add, analysis } = createAnalysis(spec)
  for (const [place, time] of traffic.times.entries()) add(time, traffic.clients[place]!)
  return analysis()
}

const touchedBy = (spec: PolicySpec): number => compare(traffic, spec, 1_000).clientsTouched

describe.each(EVERY_MODE.map((spec) => [titleOf(spec), spec] as const))('a proposal for %s', (_, spec) => {
  const { needs, effect } = analyse(spec)

  it.each([1, 0.95, 0.5])('is the smallest size that leaves the share %d untouched', (untouched) => {
    const { choices, best } = propose(needs, untouched, 120_000)
    expect(choices.length).toBeGreaterThan(3)
    expect(choices).toContain(best)
    const most = Math.floor(effect.clients * (1 - untouched) + 1e-9)
    for (const { spec: chosen, size, clientsTouched, label } of choices) {
      expect({ label, touched: touchedBy(chosen) }).toEqual({ label, touched: clientsTouched })
      expect(clientsTouched).toBeLessThanOrEqual(most)
      const candidate = candidatesOf(spec).find((one) => one.label === label)!
      if (size > 1) expect(touchedBy(withSize(candidate, size - 1))).toBeGreaterThan(most)
    }
  })

  it("knows of the policy's own rate or window how many clients its own size touches", () => {
    const own = Number(spec.options.capacity ?? spec.options.limit)
    const numbers = toPolicy(spec).numbers
    const same = needs.find(({ candidate }) =>
      toPolicy(withSize(candidate, own)).numbers.every((number, place) => number === numbers[place]),
    )
    expect(effect.clientsTouched).toBeGreaterThan(0)
    expect(touchedAt(same!, own)).toBe(effect.clientsTouched)
  })

  it('says the most that one client can get through, and no client gets more', () => {
    const { choices } = propose(needs, 0.5, 120_000)
    for (const { spec: chosen, mostPerSecond, mostPerMinute } of choices) {
      expect(compare(traffic, chosen, 1_000).busiest.ofOne).toBeLessThanOrEqual(mostPerSecond)
      expect(compare(traffic, chosen, 60_000).busiest.ofOne).toBeLessThanOrEqual(mostPerMinute)
    }
  })
})

describe('a proposal', () => {
  const { needs } = analyse({ algorithm: 'tokenBucket', options: { capacity: '20', refillRate: '5' } })

  it('takes the choice with the least in a second and in a minute, of those that the log is long enough for', () => {
    const lengths: number[] = []
    for (const spanMs of [1_000_000_000, 60_000, 20_000, 0]) {
      const { choices, best } = propose(needs, 0.95, spanMs)
      const shown = choices.filter(({ fillMs }) => fillMs <= spanMs)
      lengths.push(shown.length)
      const products = (spanMs > 0 ? shown : choices).map((one) => one.mostPerSecond * one.mostPerMinute)
      expect(best!.mostPerSecond * best!.mostPerMinute).toBe(Math.min(...products))
      if (spanMs > 0) expect(shown).toContain(best)
    }
    expect(lengths).toEqual([10, 7, 5, 0])
  })

  it('has a curve that falls from all clients to none', () => {
    for (const one of needs) {
      const curve = curveOf(one)
      expect(curve[0]![1]).toBeGreaterThan(curve.at(-1)![1])
      expect(curve.at(-1)![1]).toBe(0)
      for (const [size, share] of curve) expect(share).toBeCloseTo(touchedAt(one, size) / 60, 10)
    }
  })

  it('counts the bounds of the algorithms', () => {
    const most = (algorithm: PolicySpec['algorithm'], options: PolicySpec['options']) =>
      mostIn({ algorithm, options }, 60_000)
    expect(most('tokenBucket', { capacity: '20', refillRate: '5' })).toBe(320)
    expect(most('tokenBucket', { capacity: '20', refillRate: '5', refill: 'interval' })).toBe(325)
    expect(most('leakyBucket', { capacity: '20', leakRate: '5', leakInterval: '1m' })).toBe(25)
    expect(most('fixedWindow', { limit: '20', window: '1m' })).toBe(40)
    expect(most('slidingWindowLog', { limit: '20', window: '10s' })).toBe(120)
    expect(most('slidingWindowCounter', { limit: '20', window: '1h' })).toBe(40)
  })

  it('is none where nobody came', () => {
    const { analysis } = createAnalysis({ algorithm: 'fixedWindow', options: { limit: '1', window: '1s' } })
    expect(propose(analysis().needs, 0.999, 0)).toEqual({ choices: [], best: undefined })
  })
})
