import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { redisStore } from '../src/index.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const HOUR = 3_600_000
const serverTime = async () => {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)
}

describe('the clock of a decision on Redis', () => {
  // Far behind, far ahead, and right: what the calling host believes must not matter.
  it.each([-2 * HOUR, 2 * HOUR, 0])(
    'is the server’s, to the millisecond, on a host that is %i ms ahead',
    async (ahead) => {
      const real = Date.now
      const host = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead)
      onTestFinished(() => host.mockRestore())
      const store = redisStore(redis, { prefix: 'clock:', timeout: '10s' })
      const charges = everyKind(10).map((policy) => ({ policy, key: `host ${ahead}`, cost: 2 }))
      for (let call = 0; call < 3; call++) {
        const before = await serverTime()
        const { at } = await store.consume(charges)
        expect(at).toBeGreaterThanOrEqual(before)
        expect(at).toBeLessThanOrEqual(await serverTime())
        expect(await store.refund(charges, at)).toBe(true)
      }
      const { verdicts } = await store.consume(charges, { dry: true })
      expect(verdicts.map(({ remaining }) => remaining)).toEqual(charges.map(() => 8))
    },
  )

  it('C017 lets two hosts whose clocks are hours apart share one count', async () => {
    const real = Date.now
    let ahead = 0
    const host = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead)
    onTestFinished(() => host.mockRestore())
    const [late, early] = [-2 * HOUR, 2 * HOUR].map((skew) => {
      ahead = skew
      return { skew, store: redisStore(redis, { prefix: 'clock:', timeout: '10s' }) }
    })
    const charges = everyKind(10).map((policy) => ({ policy, key: 'two hosts', cost: 1 }))
    const left: number[] = []
    for (let call = 0; call < 24; call++) {
      const { skew, store } = call % 2 === 0 ? late! : early!
      ahead = skew
      const { verdicts } = await store.consume(charges)
      if (verdicts.every(({ allowed }) => allowed)) left.push(verdicts[0]!.remaining)
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })
})
