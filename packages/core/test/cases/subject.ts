import { Redis } from 'ioredis6'
import { afterAll, inject, it } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  type Limiter,
  leakyBucket,
  memoryStore,
  type Policy,
  redisStore,
  type Store,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../../src/index.ts'

/** A store on a clock that the test moves, and keys that no other test uses. */
export interface Subject {
  readonly store: Store
  readonly key: string
  limiter(...policies: Policy[]): Limiter
  /** Sets the time, in ms since the start of a window of every length that divides an hour. */
  at(ms: number): void
  /** Milliseconds that each Redis key of this test will live, by its name; none in memory. */
  lives(key?: string): Promise<Map<string, number>>
}

export const EPOCH = 1_699_999_200_000

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const run = crypto.randomUUID().slice(0, 8)
let made = 0

async function livesOf(key: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const name of await redis.keys(`rl1:{${key}}:*`)) found.set(name, await redis.pttl(name))
  return found
}

function subject(storeOn: (clock: () => number) => Store, lives: Subject['lives']): Subject {
  let now = EPOCH
  const store = storeOn(() => now)
  const key = `${run}:${++made}`
  return {
    store,
    key,
    limiter: (...policies) => createLimiter({ store, policies, onWarning: () => {} }),
    at(ms) {
      now = EPOCH + ms
    },
    lives: (of = key) => lives(of),
  }
}

export const inMemory = (): Subject =>
  subject(
    (clock) => memoryStore({ clock }),
    async () => new Map(),
  )

export const onRedis = (): Subject =>
  subject((clock) => redisStore(redis, { clock, timeout: '10s' }), livesOf)

/** One test for each store. */
export function onBothStores(title: string, body: (subject: Subject) => Promise<void>): void {
  it(`${title} (memory)`, () => body(inMemory()))
  it(`${title} (Redis)`, () => body(onRedis()))
}

/** The Redis that the tests share. */
export const sharedRedis: Redis = redis

/** One policy of each algorithm in each of its modes: `units` per window, all of it back after `window` seconds or less. */
export function everyMode(units: number, windowSeconds: number): readonly Policy[] {
  const window = `${windowSeconds}s` as const
  return [
    tokenBucket({ name: 'continuous', capacity: units, refillRate: units, refillInterval: window }),
    tokenBucket({
      name: 'interval',
      capacity: units,
      refillRate: units,
      refillInterval: window,
      refill: 'interval',
    }),
    fixedWindow({ name: 'window', limit: units, window }),
    fixedWindow({ name: 'aligned', limit: units, window, anchor: 'clock' }),
    slidingWindowLog({ name: 'log', limit: units, window }),
    slidingWindowCounter({ name: 'counter', limit: units, window }),
    leakyBucket({ name: 'leaky', capacity: units, leakRate: units, leakInterval: window }),
  ]
}
