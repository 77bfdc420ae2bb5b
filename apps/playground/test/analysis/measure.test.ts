import { describe, expect, it } from 'vitest'
import { compare } from '../../src/analysis/compare.ts'
import { createBins, WIDTHS } from '../../src/analysis/measure/bins.ts'
import { mostInAnyWindow } from '../../src/analysis/measure/busiest.ts'
import { createEffect } from '../../src/analysis/measure/effect.ts'
import { createProfile } from '../../src/analysis/measure/profile.ts'
import { count, quantile, toSteps } from '../../src/analysis/measure/quantiles.ts'
import { candidatesOf } from '../../src/analysis/propose/candidates.ts'
import { makeTraffic } from '../../src/analysis/scenario/scenarios.ts'
import { createTraffic } from '../../src/analysis/traffic.ts'
import { type PolicySpec, toPolicy } from '../../src/page/policy/spec.ts'

type Request = readonly [time: number, client: number]

const bucket = (capacity: string, refillRate: string): PolicySpec => ({
  algorithm: 'tokenBucket',
  options: { capacity, refillRate },
})

function profileOf(requests: readonly Request[]) {
  const { add, profile } = createProfile()
  for (const [time, client] of requests) add(time, client)
  return profile()
}

describe('a profile', () => {
  it('counts requests, the busiest seconds of the clock, and bursts', () => {
    const profile = profileOf([
      [10_000, 2],
      [10_900, 2],
      [11_000, 0],
      [11_900, 2], // exactly a second after the one before it: the same burst
      [11_950, 2],
      [12_951, 2], // a ms more: another one
      [60_000, 0],
    ])
    expect(profile).toEqual({
      requests: 7,
      clients: 2,
      from: 10_000,
      to: 60_000,
      peakPerSecond: 3,
      requestsPerClient: { half: 2, most90: 5, most99: 5, largest: 5 },
      peakPerClient: { half: 1, most90: 2, most99: 2, largest: 2 },
      bursts: {
        count: 4,
        sizes: [
          [1, 3],
          [4, 1],
        ],
        spread: { half: 1, most90: 4, most99: 4, largest: 4 },
      },
      resolutionMs: 1,
      busiest: [
        { client: 2, requests: 5, peak: 2 },
        { client: 0, requests: 2, peak: 1 },
      ],
    })
  })

  it.each([
    [[3_600_000, 7_200_000], 3_600_000],
    [[3_600_000, 7_260_000], 60_000],
    [[60_000, 61_000], 1_000],
    [[60_000, 61_001], 1],
  ])('sees how fine the times are: %s', ([one, other], resolutionMs) => {
    expect(
      profileOf([
        [one!, 0],
        [other!, 0],
      ]).resolutionMs,
    ).toBe(resolutionMs)
  })

  it('is empty of nobody', () => {
    expect(profileOf([])).toMatchObject({ requests: 0, clients: 0, peakPerSecond: 0, busiest: [] })
  })
})

describe('bins', () => {
  it.each([1, 40_000, 3_000_000, 90_000_000, 40_000_000_000])('lose nothing over %d ms', (spanMs) => {
    const START = 1_700_000_000_123
    const bins = createBins()
    const times = Array.from({ length: 500 }, (_, n) => START + Math.floor((n * spanMs) / 499))
    for (const [n, time] of times.entries()) bins.add(time, n % 3 > 0)
    const { widthMs, start, admitted, denied } = bins.bins()
    expect(WIDTHS).toContain(widthMs)
    expect(start % widthMs).toBe(0)
    expect(admitted.length).toBe(denied.length)
    expect(admitted.length).toBeLessThanOrEqual(360)
    const expected = { admitted: admitted.map(() => 0), denied: denied.map(() => 0) }
    for (const [n, time] of times.entries())
      expected[n % 3 > 0 ? 'admitted' : 'denied'][Math.floor((time - start) / widthMs)]! += 1
    expect({ admitted, denied }).toEqual(expected)
  })

  it('have widths of which each is a whole number of the one before', () => {
    for (const [place, width] of WIDTHS.entries()) if (place > 0) expect(width % WIDTHS[place - 1]!).toBe(0)
  })
})

describe('an effect', () => {
  it('says who was denied, when and how often, and the longest wait', () => {
    const meter = createEffect(toPolicy(bucket('2', '1')))
    const requests: Request[] = [
      [0, 1],
      [0, 1],
      [100, 1],
      [200, 0],
      [950, 1],
      [1_000, 1],
      [1_600, 1],
    ]
    expect(requests.map(([time, client]) => meter.add(time + 5_000, client))).toEqual([
      ...[true, true, false, true, false, true, false],
    ])
    expect(meter.effect()).toEqual({
      requests: 7,
      admitted: 4,
      denied: 3,
      clients: 2,
      clientsTouched: 1,
      longestWaitMs: 900,
      bins: expect.objectContaining({ widthMs: 10 }),
      mostDenied: [
        { client: 1, requests: 6, denied: 3, firstDenied: 5_100, lastDenied: 6_600, longestWaitMs: 900 },
      ],
    })
  })
})

describe('the most in any window', () => {
  it('is counted exactly; the window does not hold its end', () => {
    const times = Float64Array.of(0, 5, 9, 10, 10, 19, 20)
    expect([1, 2, 5, 10, 11, 21].map((windowMs) => mostInAnyWindow(times, windowMs))).toEqual([
      2, 3, 3, 4, 5, 7,
    ])
    expect(mostInAnyWindow(new Float64Array(), 10)).toBe(0)
  })

  it('is of what was admitted, of one client and of all', () => {
    const traffic = makeTraffic({
      ...{ kind: 'poisson', requests: 600, clients: 5, durationMs: 20_000, windowMs: 1_000, seed: 9 },
    })
    const spec = bucket('4', '3')
    const meter = createEffect(toPolicy(spec))
    const admitted = [...traffic.times.entries()].flatMap(([place, time]): Request[] =>
      meter.add(time, traffic.clients[place]!) ? [[time, traffic.clients[place]!]] : [],
    )
    const most = (of: readonly Request[]) =>
      Math.max(...of.map(([from]) => of.filter(([time]) => time >= from && time < from + 1_000).length))
    const each = [0, 1, 2, 3, 4].map((one) => most(admitted.filter(([, client]) => client === one)))
    expect(compare(traffic, spec, 1_000).busiest).toEqual({ all: most(admitted), ofOne: Math.max(...each) })
  })
})

describe('a comparison', () => {
  it('tells the wait of half of the denied, and of all', () => {
    const builder = createTraffic()
    for (const time of [0, 100, 200, 900]) builder.add(time, 0)
    const { halfWaitMs, longestWaitMs, denied } = compare(builder.build(['a']), bucket('1', '1'), 1_000)
    expect({ halfWaitMs, longestWaitMs, denied }).toEqual({ halfWaitMs: 800, longestWaitMs: 900, denied: 3 })
  })
})

describe('a quantile', () => {
  it.each([
    [0.5, 2],
    [0.501, 3],
    [0.9, 9],
    [0.99, 9],
    [1, 9],
  ])('of %d is the smallest value that so many do not exceed', (share, value) => {
    expect(quantile(toSteps(count([9, 1, 2, 3])), share)).toBe(value)
  })

  it('takes decimal fractions at their word', () => {
    const steps = toSteps(count(Array.from({ length: 100 }, (_, n) => n + 1)))
    expect([0.07, 0.14, 0.55, 0.29].map((share) => quantile(steps, share))).toEqual([7, 14, 55, 29])
    expect(quantile([], 0.5)).toBe(0)
  })
})

describe('candidates', () => {
  it("are the usual rates or windows and the policy's own, by pace, without a name or a double", () => {
    const labels = (spec: PolicySpec) => candidatesOf(spec).map(({ label }) => label)
    const usual = ['1 per 1m', '1 per 10s', '1 per 2s', '1 per 1s', '2 per 1s', '5 per 1s', '10 per 1s']
    const fast = ['20 per 1s', '50 per 1s', '100 per 1s']
    expect(labels(bucket('20', '5'))).toEqual([...usual, ...fast])
    expect(labels(bucket('20', '7'))).toEqual([...usual.slice(0, 6), '7 per 1s', '10 per 1s', ...fast])
    const minute = { capacity: '9', leakRate: '60', leakInterval: '1m', name: 'x' }
    const leaky = candidatesOf({ algorithm: 'leakyBucket', options: minute })
    expect(leaky.map(({ label }) => label)).toEqual([...usual.with(3, '60 per 1m'), ...fast])
    expect(leaky[3]!.spec.options).toEqual({ ...minute, name: '' })
    const windows = labels({ algorithm: 'fixedWindow', options: { limit: '9', window: '90s' } })
    expect(windows).toEqual(['1s', '10s', '1m', '90s', '5m', '15m', '1h'])
  })
})
