import type { Policy, Verdict } from '@rl/core'
import { describe, expect, it } from 'vitest'
import { everyKind } from '../every-kind.ts'
import { type Bench, chargesOf } from './subject.ts'

/** Policies of every kind that admit 10, but for one that admits 3. */
const withOneNarrow = (place: number): Policy[] =>
  everyKind(10).map((policy, at) => (at === place ? everyKind(3)[at]! : policy))

const places = everyKind(1).map((policy, place) => [policy.name, place] as const)

export function describeAllOrNothing(bench: Bench): void {
  const peek = async (policies: readonly Policy[], key: string, cost = 0) =>
    (await bench.store.consume(chargesOf(policies, key, cost), { dry: true })).verdicts

  describe('all or nothing', () => {
    it('answers each charge in its order, with the time of its clock', async () => {
      const key = bench.freshKey()
      const policies = everyKind(10)
      const { verdicts, at, ...rest } = await bench.store.consume(
        policies.map((policy, place) => ({ policy, key, cost: place + 1 })),
      )
      expect(at).toBe(bench.now)
      expect(rest).toEqual({})
      expect(verdicts.map(({ remaining }) => remaining)).toEqual(policies.map((_, place) => 9 - place))
      for (const verdict of verdicts) {
        expect(verdict).toEqual({
          allowed: true,
          remaining: verdict.remaining,
          retryAfterMs: 0,
          resetAfterMs: expect.any(Number),
        })
        expect(verdict.resetAfterMs).toBeGreaterThan(0)
      }
    })

    it.each(places)('charges nobody when %s denies', async (_, place) => {
      const key = bench.freshKey()
      const policies = withOneNarrow(place)
      await bench.store.consume(chargesOf(policies, key, 2))
      bench.now += 1_000
      const before = await peek(policies, key)
      const { verdicts } = await bench.store.consume(chargesOf(policies, key, 2))
      expect(verdicts.map(({ allowed }) => allowed)).toEqual(policies.map((_, at) => at !== place))
      expect(await peek(policies, key)).toEqual(before)
      expect(before.map(({ remaining }) => remaining)).toEqual(
        policies.map((_, at) => (at === place ? 1 : 8)),
      )
    })

    it.each(places)('starts nothing for a new key when %s denies', async (_, place) => {
      const key = bench.freshKey()
      const policies = withOneNarrow(place)
      const before = await peek(policies, key)
      const { verdicts } = await bench.store.consume(chargesOf(policies, key, 5))
      expect(verdicts[place]).toMatchObject({ allowed: false, remaining: 3, retryAfterMs: Infinity })
      bench.now += 1_000
      expect(await peek(policies, key)).toEqual(before)
    })

    it.each(places)('tells what the others could spend when %s denies', async (_, place) => {
      const key = bench.freshKey()
      const policies = withOneNarrow(place)
      await bench.store.consume(chargesOf(policies, key, 2))
      bench.now += 1_000
      const uncharged = await peek(policies, key)
      const { verdicts } = await bench.store.consume(chargesOf(policies, key, 2))
      const others = (all: readonly Verdict[]) => all.filter((_, at) => at !== place)
      expect(others(verdicts)).toEqual(others(uncharged))
    })

    it('lets each policy name its own cost, also none', async () => {
      const key = bench.freshKey()
      const policies = everyKind(10)
      const charges = policies.map((policy, place) => ({ policy, key, cost: place === 0 ? 0 : 10 }))
      expect((await bench.store.consume(charges)).verdicts.every(({ allowed }) => allowed)).toBe(true)
      expect((await peek(policies, key)).map(({ remaining }) => remaining)).toEqual(
        policies.map((_, place) => (place === 0 ? 10 : 0)),
      )
    })

    it('decides one policy as it does in company', async () => {
      const key = bench.freshKey()
      for (const policy of everyKind(3)) {
        const spent = []
        for (let call = 0; call < 4; call++) spent.push(await bench.store.consume(chargesOf([policy], key)))
        expect(spent.map(({ verdicts: [verdict] }) => [verdict!.allowed, verdict!.remaining])).toEqual([
          [true, 2],
          [true, 1],
          [true, 0],
          [false, 0],
        ])
      }
    })
  })
}
