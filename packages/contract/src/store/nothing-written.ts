import { describe, expect, it } from 'vitest'
import { everyKind } from '../every-kind.ts'
import { type Bench, chargesOf } from './subject.ts'

export function describeNothingWritten(bench: Bench): void {
  const policies = everyKind(10)

  describe('a call that charges nothing', () => {
    it('answers dry what it would answer wet, and keeps nothing of it', async () => {
      const key = bench.freshKey()
      for (const cost of [3, 4, 5, 3, 0, 11]) {
        const dry = await bench.store.consume(chargesOf(policies, key, cost), { dry: true })
        expect(await bench.store.consume(chargesOf(policies, key, cost), { dry: true })).toEqual(dry)
        expect(await bench.store.consume(chargesOf(policies, key, cost))).toEqual(dry)
        bench.now += 777
      }
    })

    it.each([
      ['a dry one', 5, true],
      ['one of no cost', 0, false],
      ['one that costs more than can ever be', 11, false],
    ])('starts no window: %s', async (_, cost, dry) => {
      const key = bench.freshKey()
      await bench.store.consume(chargesOf(policies, key, cost), { dry })
      bench.now += 500
      const fresh = await bench.store.consume(chargesOf(policies, bench.freshKey()))
      expect(await bench.store.consume(chargesOf(policies, key))).toEqual(fresh)
    })

    it('leaves what is kept as it is: dry, without cost, or denied', async () => {
      const [touched, left] = [bench.freshKey(), bench.freshKey()]
      for (const key of [touched, left]) await bench.store.consume(chargesOf(policies, key, 8))
      for (let call = 0; call < 20; call++) {
        bench.now += 1_003
        await bench.store.consume(chargesOf(policies, touched, 2), { dry: true })
        await bench.store.consume(chargesOf(policies, touched, 0))
        await bench.store.consume(chargesOf(policies, touched, 3))
      }
      const last = await bench.store.consume(chargesOf(policies, left, 2))
      expect(await bench.store.consume(chargesOf(policies, touched, 2))).toEqual(last)
    })

    it('says that a cost over the capacity is never allowed', async () => {
      for (const cost of [11, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
        const { verdicts } = await bench.store.consume(chargesOf(policies, bench.freshKey(), cost))
        for (const verdict of verdicts) {
          expect(verdict).toEqual({ allowed: false, remaining: 10, retryAfterMs: Infinity, resetAfterMs: 0 })
        }
      }
    })
  })
}
