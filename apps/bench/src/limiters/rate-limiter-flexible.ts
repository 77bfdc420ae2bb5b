import { type IRateLimiterRedisOptions, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Limiter, Setting } from './limiter.ts'

interface Consuming {
  consume(key: string): Promise<unknown>
}

/** It rejects with a result when it denies, and with an error when it could not decide. */
const granted = (limiter: Consuming, key: string): Promise<boolean> =>
  limiter.consume(key).then(
    () => true,
    (reason: unknown) => {
      if (reason instanceof Error) throw reason
      return false
    },
  )

const numbers = ({ limit, windowMs }: Setting) => ({ points: limit, duration: windowMs / 1_000 })

export type FlexibleOptions = Omit<IRateLimiterRedisOptions, 'points' | 'duration'>

export function flexible(setting: Setting, options: FlexibleOptions, close: () => void): Limiter {
  const limiter = new RateLimiterRedis({ ...options, ...numbers(setting) })
  return { consume: (key) => granted(limiter, key), close }
}

/** As many counters, each asked for by itself: nothing is taken back when one of them denies. */
export function flexibleTimes(
  count: number,
  setting: Setting,
  options: FlexibleOptions,
  close: () => void,
): Limiter {
  const limiters = Array.from(
    { length: count },
    (_, place) => new RateLimiterRedis({ ...options, ...numbers(setting), keyPrefix: `rlflx${place}` }),
  )
  return {
    async consume(key) {
      const all = await Promise.all(limiters.map((limiter) => granted(limiter, key)))
      return all.every(Boolean)
    },
    close,
  }
}
