import { describe, expect, it } from 'vitest'
import { everyKind } from '../every-kind.ts'
import { type Bench, chargesOf } from './subject.ts'

export function describeTakingBack(bench: Bench): void {
  const policies = everyKind(10)
  const remaining = async (key: string) =>
    (await bench.store.consume(chargesOf(policies, key, 0))).verdicts.map((verdict) => verdict.remaining)
  const everywhere = (units: number) => policies.map(() => units)

  describe('refund', () => {
    it('gives back what was charged', async () => {
      const key = bench.freshKey()
      await bench.store.consume(chargesOf(policies, key, 4))
      const { at } = await bench.store.consume(chargesOf(policies, key, 3))
      bench.now += 1_000
      expect(await bench.store.refund(chargesOf(policies, key, 3), at)).toBe(true)
      expect(await remaining(key)).toEqual(everywhere(6))
    })

    it('leaves a key as good as new that is charged nothing more', async () => {
      const key = bench.freshKey()
      const { at } = await bench.store.consume(chargesOf(policies, key, 10))
      expect(await bench.store.refund(chargesOf(policies, key, 10), at)).toBe(true)
      bench.now += 500
      const fresh = await bench.store.consume(chargesOf(policies, bench.freshKey()))
      expect(await bench.store.consume(chargesOf(policies, key))).toEqual(fresh)
    })

    it('gives back of each policy what it was charged', async () => {
      const key = bench.freshKey()
      const charges = policies.map((policy, place) => ({ policy, key, cost: place % 5 }))
      const { at } = await bench.store.consume(charges)
      await bench.store.consume(chargesOf(policies, key, 5))
      expect(await bench.store.refund(charges, at)).toBe(true)
      expect(await remaining(key)).toEqual(everywhere(5))
    })

    it('gives nothing back that was not charged, and creates nothing', async () => {
      const key = bench.freshKey()
      expect(await bench.store.refund(chargesOf(policies, key, 5), bench.now)).toBe(false)
      expect(await remaining(key)).toEqual(everywhere(10))
      const { at } = await bench.store.consume(chargesOf(policies, key))
      await bench.store.reset(chargesOf(policies, key))
      expect(await bench.store.refund(chargesOf(policies, key), at)).toBe(false)
      expect(await bench.store.refund(chargesOf(policies, key, 0), at)).toBe(false)
    })

    it('never gives more than there is', async () => {
      const key = bench.freshKey()
      const { at } = await bench.store.consume(chargesOf(policies, key))
      await bench.store.refund(chargesOf(policies, key, 9_000_000_000), at)
      expect(await remaining(key)).toEqual(everywhere(10))
    })

    it('gives nothing back once the decision is over', async () => {
      const key = bench.freshKey()
      const { at } = await bench.store.consume(chargesOf(policies, key, 10))
      bench.now += 11 * 3_600_000
      await bench.store.consume(chargesOf(policies, key, 4))
      expect(await bench.store.refund(chargesOf(policies, key, 10), at)).toBe(false)
      expect(await remaining(key)).toEqual(everywhere(6))
    })
  })

  describe('reset', () => {
    it('makes a key as good as new, and only this one', async () => {
      const [key, other] = [bench.freshKey(), bench.freshKey()]
      for (const each of [key, other]) await bench.store.consume(chargesOf(policies, each, 10))
      await bench.store.reset(chargesOf(policies, key))
      expect(await remaining(key)).toEqual(everywhere(10))
      expect(await remaining(other)).toEqual(everywhere(0))
    })

    it('forgets only the policies that it is asked for', async () => {
      const key = bench.freshKey()
      await bench.store.consume(chargesOf(policies, key, 10))
      await bench.store.reset(chargesOf(policies.slice(0, 2), key))
      expect(await remaining(key)).toEqual(policies.map((_, place) => (place < 2 ? 10 : 0)))
    })

    it('does no harm to a key that nobody used', async () => {
      const key = bench.freshKey()
      await bench.store.reset(chargesOf(policies, key))
      expect(await remaining(key)).toEqual(everywhere(10))
    })
  })
}
