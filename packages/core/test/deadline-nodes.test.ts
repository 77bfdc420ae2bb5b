import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { type Charge, type RedisClient, redisStore } from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const [policy] = everyKind(100)
const chargesOf = (key: string): Charge[] => [{ policy: policy!, key, cost: 1 }]

/** A cluster's client that never hears of one of its nodes again, and settles nothing that it holds for it. */
function withDeadNode(dead: string): RedisClient {
  const real = detect(redis)
  const never = new Promise<never>(() => {})
  return {
    cluster: true,
    evalsha: (sha, keys, args) => (keys[0]!.includes(dead) ? never : real.evalsha(sha, keys, args)),
    eval: (lua, keys, args) => real.eval(lua, keys, args),
  }
}

describe('a cluster of which one node is dead for good', () => {
  it('is refused at once for the keys of that node, and serves the others', async () => {
    const store = redisStore(withDeadNode('{dead}'), { prefix: 'nodes:', timeout: '60ms', maxAbandoned: 5 })
    const given = await Promise.allSettled(
      Array.from({ length: 5 }, () => new Promise((resolve) => setTimeout(resolve, 2))).map(async (turn) => {
        await turn
        return store.consume(chargesOf('dead'))
      }),
    )
    expect(given.every(({ status }) => status === 'rejected')).toBe(true)
    let refused = false
    for (let call = 0; call < 20 && !refused; call++) {
      const error = await store.consume(chargesOf('dead')).catch((reason: Error) => reason)
      refused = (error as Error).message.includes('5 commands that were given up')
    }
    expect(refused).toBe(true)
    const { verdicts } = await redisStore(redis, { prefix: 'nodes:', timeout: '10s' }).consume(
      chargesOf('alive'),
    )
    expect(verdicts[0]!.remaining).toBe(99)
    let left = 0
    for (let call = 0; call < 50 && left === 0; call++) {
      const outcome = await store.consume(chargesOf('alive')).catch(() => undefined) // slow is not refused
      left = outcome?.verdicts[0]?.remaining ?? 0
    }
    expect(left).toBeGreaterThan(0)
  })
})
