import {
  createLimiter,
  fixedWindow,
  type Policy,
  type Store,
  slidingWindowCounter,
  tokenBucket,
} from '@rl/core'
import type { Limiter, Setting } from './limiter.ts'

export const bucket = ({ limit, windowMs }: Setting): Policy =>
  tokenBucket({ capacity: limit, refillRate: 1, refillInterval: `${windowMs}ms` })

export const three = (setting: Setting): Policy[] => [
  bucket(setting),
  fixedWindow({ name: 'fixed', limit: setting.limit, window: `${setting.windowMs}ms` }),
  slidingWindowCounter({ name: 'sliding', limit: setting.limit, window: `${setting.windowMs}ms` }),
]

export function ours(store: Store, policies: Policy | Policy[], close: () => void): Limiter {
  const limiter = createLimiter({ store, policies })
  return { consume: async (key) => (await limiter.consume(key)).allowed, close }
}
