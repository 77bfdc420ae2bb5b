import {
  createGuard,
  createLimiter,
  memoryStore,
  type Policy,
  redisStore,
  type Store,
  slidingWindowLog,
  tokenBucket,
  withBreaker,
  withDenialCache,
  withFallback,
} from '@rl/core'
import { ioredis } from './connect.ts'
import type { Limiter, Setting } from './limiter.ts'
import { bucket, three } from './ours.ts'

type Make = (port: number, setting: Setting) => Promise<Limiter>
type Wrap = (store: Store) => Store

const timeout = '10s'

const limiter =
  (
    policiesOf: (setting: Setting) => Policy | Policy[],
    wrap: Wrap = (store) => store,
    keyPrefix = '',
  ): Make =>
  async (port, setting) => {
    const client = await ioredis(port)
    const made = createLimiter({
      store: wrap(redisStore(client, { timeout })),
      policies: policiesOf(setting),
    })
    return {
      consume: async (key) => (await made.consume(keyPrefix + key)).allowed,
      close: () => client.disconnect(),
    }
  }

const pair = ({ limit }: Setting): Policy[] => [
  tokenBucket({ name: 'one', capacity: limit, refillRate: 1, refillInterval: '1h' }),
  tokenBucket({ name: 'other', capacity: limit, refillRate: 1, refillInterval: '1h' }),
]

const breaker: Wrap = (store) => withBreaker(store)
const fallback: Wrap = (store) => withFallback(store, memoryStore(), { instances: 2 })
const denials: Wrap = (store) => withDenialCache(store)

/** What a user adds to one token bucket in Redis, by name; the first adds nothing. */
export const FEATURES = {
  'a token bucket': limiter(bucket),
  'withBreaker around the store': limiter(bucket, breaker),
  'withFallback around the store': limiter(bucket, fallback),
  'withFallback around withBreaker': limiter(bucket, (store) => fallback(breaker(store))),
  'withDenialCache, nothing denied': limiter(bucket, denials),
  'keys of 150 characters, which are hashed': limiter(bucket, undefined, 'x'.repeat(126)),
  'a second token bucket': limiter(pair),
  'a fixed window and a sliding counter': limiter(three),
  'a sliding window log instead': limiter(() => slidingWindowLog({ limit: 100_000, window: '1h' })),
  'a guard, with its headers': async (port, setting) => {
    const client = await ioredis(port)
    const guard = createGuard<{ ip: string }>(
      { store: redisStore(client, { timeout }), policies: bucket(setting), key: ({ ip }) => ip },
      {},
    )
    return { consume: async (ip) => (await guard({ ip })).pass, close: () => client.disconnect() }
  },
} as const satisfies Record<string, Make>

export type FeatureName = keyof typeof FEATURES
