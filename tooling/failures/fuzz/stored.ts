import type { Redis } from 'ioredis6'
import { createLimiter, redisStore } from '../../../packages/core/src/index.ts'
import { redisKey, tagOf } from '../../../packages/core/src/redis/keys.ts'
import type { Case } from './cases.ts'
import { unlawful, unlawfulError } from './lawful.ts'
import { goodPolicy } from './policies.ts'
import type { Random } from './random.ts'

function bytes(random: Random): Buffer {
  const length = random.chance(60) ? 7 * (1 + random.below(5)) : random.below(40)
  const fill = random.pick([0, 255, -1, -1, -1])
  return Buffer.from(Array.from({ length }, () => (fill < 0 ? random.below(256) : fill)))
}

const time = (random: Random): string | Buffer =>
  random.pick<() => string | Buffer>([
    () => String(1_700_000_000_000 - random.below(20_000)),
    () => String(1_700_000_000_000 + random.below(20_000)),
    () =>
      random.pick(['', 'x', '-1', '1e400', 'nan', 'inf', '-inf', '0x10', '9007199254740993', '1.5', '-0']),
    () => bytes(random),
  ])()

/** Writes something that no limiter wrote, without a life or with one. */
async function litter(redis: Redis, random: Random, key: string): Promise<void> {
  await redis.del(key)
  await random.pick<() => Promise<unknown>>([
    () => redis.set(key, bytes(random)),
    () => redis.set(key, bytes(random)),
    () => redis.rpush(key, ...Array.from({ length: 1 + random.below(20) }, () => time(random))),
    () => redis.hset(key, 'a', time(random)),
    () => redis.sadd(key, time(random)),
    () => redis.zadd(key, 1, time(random)),
  ])()
  if (random.chance(50)) await redis.pexpire(key, 60_000)
}

/** Garbage where the state of a policy is kept. */
export const stored =
  (redis: Redis): Case =>
  async (random) => {
    const policies = Array.from({ length: 1 + random.below(2) }, (_, nth) => goodPolicy(random, `p${nth}`))
    const key = `garbage ${random.below(1_000_000_000)}`
    const clock = () => 1_700_000_000_000
    const store = redisStore(redis, { clock, timeout: '30s', prefix: 'fuzz:', onWarning: () => {} })
    const limiter = createLimiter({ store, policies, onWarning: () => {} })
    const names = policies.map((policy) => redisKey('fuzz:', String(tagOf(key)), policy))
    try {
      for (const name of names) if (random.chance(80)) await litter(redis, random, name)
      for (const cost of [random.below(3), 1]) {
        const decision = await limiter.consume(key, { cost })
        const fault = unlawful(decision)
        if (fault !== undefined) return fault
        await limiter.refund(decision)
      }
      await redis.del(...names)
      return undefined
    } catch (error) {
      return unlawfulError(error)
    }
  }
