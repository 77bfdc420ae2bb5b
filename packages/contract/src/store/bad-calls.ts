import { isOptionsError } from '@rl/core'
import { describe, expect, it } from 'vitest'
import { everyKind } from '../every-kind.ts'
import { type Bench, chargesOf } from './subject.ts'

export function describeBadCalls(bench: Bench): void {
  const policies = everyKind(10)
  const caught = (call: Promise<unknown>) => call.catch((error: unknown) => error)

  describe('a call that cannot be', () => {
    it('is refused when its charges are of different keys, and charges neither', async () => {
      const [one, other] = [bench.freshKey(), bench.freshKey()]
      const mixed = policies.map((policy, place) => ({ policy, key: place === 0 ? one : other, cost: 1 }))
      for (const call of [
        () => bench.store.consume(mixed),
        () => bench.store.consume(mixed, { dry: true }),
        () => bench.store.refund(mixed, bench.now),
        () => bench.store.reset(mixed),
      ]) {
        expect(await caught(call())).toSatisfy(isOptionsError)
      }
      for (const key of [one, other]) {
        const { verdicts } = await bench.store.consume(chargesOf(policies, key, 0))
        expect(verdicts.every(({ remaining }) => remaining === 10)).toBe(true)
      }
    })

    it('is refused when it has no charge', async () => {
      expect(await caught(bench.store.consume([]))).toSatisfy(isOptionsError)
      expect(await caught(bench.store.refund([], bench.now))).toSatisfy(isOptionsError)
      expect(await caught(bench.store.reset([]))).toSatisfy(isOptionsError)
    })
  })
}
