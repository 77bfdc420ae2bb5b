import { describe, expect, it } from 'vitest'
import { everyKind } from '../every-kind.ts'
import { type Bench, chargesOf } from './subject.ts'

const together = <T>(calls: number, call: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: calls }, (_, nth) => call(nth)))

const countdown = (from: number): number[] => Array.from({ length: from }, (_, spent) => from - 1 - spent)

export function describeConcurrency(bench: Bench): void {
  describe('calls that start together', () => {
    it.each(everyKind(10).map((policy) => [policy.name, policy] as const))(
      'C083 are counted one by one: %s',
      async (_, policy) => {
        const key = bench.freshKey()
        const outcomes = await together(100, () => bench.store.consume(chargesOf([policy], key)))
        const verdicts = outcomes.flatMap((outcome) => outcome.verdicts)
        const left = verdicts.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)
        expect(left.sort((a, b) => b - a)).toEqual(countdown(10))
        expect(verdicts.every(({ allowed, remaining }) => allowed || remaining === 0)).toBe(true)
      },
    )

    it('are charged all or nothing by all policies', async () => {
      const key = bench.freshKey()
      const policies = everyKind(50).map((policy, place) => (place === 1 ? everyKind(12)[place]! : policy))
      const costs = [1, 2, 3, 4]
      const outcomes = await together(60, (nth) =>
        bench.store.consume(chargesOf(policies, key, costs[nth % costs.length]!)),
      )
      const charged = outcomes
        .map(({ verdicts }, nth) =>
          verdicts.every(({ allowed }) => allowed) ? costs[nth % costs.length]! : 0,
        )
        .reduce((sum, cost) => sum + cost, 0)
      expect(charged).toBe(12)
      const { verdicts } = await bench.store.consume(chargesOf(policies, key, 0))
      expect(verdicts.map(({ remaining }) => remaining)).toEqual(
        policies.map((_, place) => (place === 1 ? 0 : 38)),
      )
    })

    it('of different keys know nothing of each other', async () => {
      const keys = Array.from({ length: 50 }, () => bench.freshKey())
      const outcomes = await together(100, (nth) =>
        bench.store.consume(chargesOf(everyKind(2), keys[nth % keys.length]!)),
      )
      expect(outcomes.every(({ verdicts }) => verdicts.every(({ allowed }) => allowed))).toBe(true)
    })
  })
}
