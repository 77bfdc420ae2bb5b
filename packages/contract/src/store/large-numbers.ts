import { fixedWindow, tokenBucket } from '@rl/core'
import { describe, expect, it } from 'vitest'
import { type Bench, chargesOf } from './subject.ts'

const LARGEST = Number.MAX_SAFE_INTEGER - 1

/** Whole numbers stay exact up to the largest that is allowed, whatever the client makes of them. */
export function describeLargeNumbers(bench: Bench): void {
  describe('numbers close to 2^53', () => {
    it.each([1, 2, 3, 31, 32, 33, 63, 64, 65])('are exact: a limit of 2^53 - 2 less %i', async (cost) => {
      const policies = [fixedWindow({ limit: LARGEST, window: '1h' })]
      const { verdicts } = await bench.store.consume(chargesOf(policies, bench.freshKey(), cost))
      expect(verdicts[0]).toMatchObject({ allowed: true, remaining: LARGEST - cost, resetAfterMs: 3_600_000 })
    })

    it('are exact in a wait', async () => {
      const policies = [tokenBucket({ capacity: 1, refillRate: 1, refillInterval: `${LARGEST}ms` })]
      const key = bench.freshKey()
      await bench.store.consume(chargesOf(policies, key))
      const { verdicts } = await bench.store.consume(chargesOf(policies, key))
      expect(verdicts[0]).toMatchObject({ allowed: false, retryAfterMs: LARGEST, resetAfterMs: LARGEST })
    })
  })
}
