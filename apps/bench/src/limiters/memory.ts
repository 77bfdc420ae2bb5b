import { createLimiter, memoryStore } from '@rl/core'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Setting } from './limiter.ts'
import { bucket } from './ours.ts'

/** Asks for one unit, as its users write it: ours says that it denies, the peer rejects. */
export type Consume = (key: string) => Promise<unknown>

/** Every limiter in memory that is measured, by name. */
export const MEMORY_LIMITERS = {
  ours: (setting) =>
    createLimiter({ store: memoryStore({ maxKeys: 2_000_000 }), policies: bucket(setting) }).consume,
  'rate-limiter-flexible': ({ limit, windowMs }) => {
    const limiter = new RateLimiterMemory({ points: limit, duration: windowMs / 1_000 })
    return (key) => limiter.consume(key)
  },
  'a bare map, no limiter': () => {
    const spent = new Map<string, number>()
    return async (key) => {
      const now = Date.now()
      const units = (spent.get(key) ?? 0) + 1
      spent.set(key, units)
      return { allowed: true, remaining: units, retryAfterMs: 0, resetAfterMs: now }
    }
  },
} as const satisfies Record<string, (setting: Setting) => Consume>

export type MemoryLimiterName = keyof typeof MEMORY_LIMITERS
