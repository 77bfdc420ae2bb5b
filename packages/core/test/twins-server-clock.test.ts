import { setTimeout as sleep } from 'node:timers/promises'
import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import {
  fixedWindow,
  leakyBucket,
  memoryStore,
  type Policy,
  redisStore,
  type Store,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'

// Short times, so that in the course of a test buckets are partly refilled, windows end and keys expire.
const POLICIES: readonly Policy[] = [
  tokenBucket({ name: 'continuous', capacity: 20, refillRate: 1, refillInterval: '3ms' }),
  tokenBucket({ name: 'interval', capacity: 20, refillRate: 3, refillInterval: '10ms', refill: 'interval' }),
  fixedWindow({ name: 'window', limit: 10, window: '30ms' }),
  fixedWindow({ name: 'aligned', limit: 10, window: '30ms', anchor: 'clock' }),
  slidingWindowLog({ name: 'log', limit: 10, window: '30ms' }),
  slidingWindowCounter({ name: 'counter', limit: 10, window: '30ms' }),
  leakyBucket({ name: 'leaky', capacity: 20, leakRate: 1, leakInterval: '3ms' }),
]

describe("by the server's clock", () => {
  let server: RedisServer
  let client: Redis
  let redis: Store
  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.socket)
    await client.script('FLUSH')
    redis = redisStore(client, { timeout: '30s' })
  })
  afterAll(async () => {
    client?.disconnect()
    await server?.stop()
  })

  const time = async () => {
    const [seconds, micros] = (await client.time()) as unknown as [string, string]
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000)
  }

  async function playBoth(policy: Policy): Promise<void> {
    const key = policy.name
    let now = 0
    const memory = memoryStore({ clock: () => now })
    let partly = 0
    for (let call = 0; call < 80; call++) {
      const charges = [{ policy, key, cost: (call * 7) % 5 }]
      const options = { dry: call % 6 === 5 }
      const onRedis = await redis.consume(charges, options)
      now = onRedis.at
      expect(await memory.consume(charges, options), `${key}, call ${call}`).toEqual(onRedis)
      const { remaining } = onRedis.verdicts[0]!
      if (remaining > 0 && remaining < policy.quota.units) partly++
      // Now and then longer than it takes to be as good as new.
      await sleep(call % 20 === 19 ? 80 : (call * 5) % 7)
    }
    expect(partly, `${key}, partly spent`).toBeGreaterThan(0)
  }

  it('Redis and memory say the same, also where keys expire', async () => {
    await Promise.all(POLICIES.map(playBoth))
  })

  it.each(everyKind(10).map((policy) => [policy.name, policy] as const))(
    'a key lives from the time of the decision until it is as good as new: %s',
    async (name, policy) => {
      const key = 'lives'
      const before = await time()
      const { at, verdicts } = await redis.consume([{ policy, key, cost: 3 }])
      const left = await client.pttl(`rl1:{${key}}:${name}:${policy.algorithm.id}`)
      const after = await time()
      expect(at).toBeGreaterThanOrEqual(before)
      expect(at).toBeLessThanOrEqual(after)
      const { resetAfterMs } = verdicts[0]!
      expect(left).toBeLessThanOrEqual(resetAfterMs)
      expect(left).toBeGreaterThanOrEqual(resetAfterMs - (after - before) - 1)
    },
  )
})
