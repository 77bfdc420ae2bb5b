import { expect } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  leakyBucket,
  memoryStore,
  type OptionsError,
  redisStore,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'

/** What an untyped caller can do. */
export type Loose = (options: Record<string, unknown>) => unknown
const loose = (factory: unknown) => factory as Loose

/** A client of one's own. */
export const own = { evalsha: async () => 0, eval: async () => 0 }
export const store = memoryStore()
export const bucket = tokenBucket({ capacity: 5, refillRate: 1 })

/** Every factory with options that it takes. */
export const FACTORIES: Record<string, { make: Loose; good: Record<string, unknown> }> = {
  tokenBucket: {
    make: loose(tokenBucket),
    good: { name: 'a', capacity: 20, refillRate: 5, refillInterval: '1s', refill: 'interval' },
  },
  fixedWindow: { make: loose(fixedWindow), good: { name: 'a', limit: 10, window: '1m', anchor: 'clock' } },
  slidingWindowLog: { make: loose(slidingWindowLog), good: { name: 'a', limit: 10, window: '1m' } },
  slidingWindowCounter: { make: loose(slidingWindowCounter), good: { name: 'a', limit: 10, window: '1m' } },
  leakyBucket: {
    make: loose(leakyBucket),
    good: { name: 'a', capacity: 10, leakRate: 2, leakInterval: '1s' },
  },
  memoryStore: { make: loose(memoryStore), good: { maxKeys: 10, clock: Date.now } },
  redisStore: {
    make: (options) => loose(redisStore.bind(null, own))(options),
    good: {
      prefix: 'app:',
      timeout: '1s',

      maxAbandoned: 9,
      clock: Date.now,
      onWarning: () => {},
    },
  },
  createLimiter: {
    make: loose(createLimiter),
    good: { store, policies: [bucket], onWarning: () => {}, onDecision: () => {} },
  },
}

/** Each of their options. */
export const everyOption = Object.entries(FACTORIES).flatMap(([factory, { good }]) =>
  Object.keys(good).map((option) => [factory, option] as const),
)

/** What was thrown. */
export function thrown(make: () => unknown): OptionsError {
  try {
    make()
  } catch (error) {
    return error as OptionsError
  }
  return expect.unreachable('should have been refused')
}
