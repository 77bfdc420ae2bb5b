import { describe, expect } from 'vitest'
import { leakyBucket } from '../../src/index.ts'
import { onBothStores } from './subject.ts'

describe('C037 a leaky bucket leaks steadily', () => {
  onBothStores('while it is hit each second', async ({ limiter, key, at }) => {
    const bucket = limiter(leakyBucket({ capacity: 10, leakRate: 10, leakInterval: '30s' }))
    const remaining: number[] = []
    for (let second = 0; second <= 10; second++) {
      at(second * 1_000)
      const decision = await bucket.consume(key)
      expect(decision.allowed).toBe(true)
      remaining.push(decision.remaining)
    }
    expect(remaining).toEqual([9, 8, 7, 7, 6, 5, 5, 4, 3, 3, 2])
  })

  onBothStores('and lets in what has leaked, no more', async ({ limiter, key, at }) => {
    const bucket = limiter(leakyBucket({ capacity: 3, leakRate: 3 }))
    const allowedAt: number[] = []
    for (let ms = 0; ms < 10_000; ms += 100) {
      at(ms)
      const { allowed, retryAfterMs } = await bucket.consume(key)
      if (allowed) allowedAt.push(ms)
      if (ms === 300) expect(retryAfterMs).toBe(34)
    }
    expect(allowedAt).toHaveLength(32)
    expect(allowedAt.slice(0, 6)).toEqual([0, 100, 200, 400, 700, 1_000])
  })

  onBothStores('and is empty when all that was poured in has leaked', async ({ limiter, key }) => {
    const bucket = limiter(leakyBucket({ capacity: 10, leakRate: 10, leakInterval: '30s' }))
    expect(await bucket.consume(key, { cost: 5 })).toMatchObject({ remaining: 5, resetAfterMs: 15_000 })
  })
})
