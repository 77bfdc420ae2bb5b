import {
  fixedWindow,
  leakyBucket,
  type Policy,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '@rl/core'

/** A policy to measure, with a name of its own where one is given. */
export interface Kind {
  readonly name: string
  make(name?: string): Policy
}

const named = (name?: string): { name?: string } => (name === undefined ? {} : { name })
const bucket = { capacity: 1_000_000, refillRate: 1, refillInterval: '1h' } as const
const window = { limit: 1_000_000, window: '1h' } as const

// Numbers under which every call is allowed and every key stays in use.
export const TOKEN_BUCKET: Kind = {
  name: 'token bucket',
  make: (name) => tokenBucket({ ...named(name), ...bucket }),
}
export const FIXED_WINDOW: Kind = {
  name: 'fixed window',
  make: (name) => fixedWindow({ ...named(name), ...window }),
}
export const SLIDING_COUNTER: Kind = {
  name: 'sliding window counter',
  make: (name) => slidingWindowCounter({ ...named(name), ...window }),
}

/** Every algorithm in every mode, one line each. */
export const KINDS: readonly Kind[] = [
  TOKEN_BUCKET,
  {
    name: 'token bucket, interval refill',
    make: (name) => tokenBucket({ ...named(name), ...bucket, refill: 'interval' }),
  },
  {
    name: 'leaky bucket',
    make: (name) => leakyBucket({ ...named(name), capacity: 1_000_000, leakRate: 1, leakInterval: '1h' }),
  },
  FIXED_WINDOW,
  {
    name: 'fixed window, on the clock',
    make: (name) => fixedWindow({ ...named(name), ...window, anchor: 'clock' }),
  },
  SLIDING_COUNTER,
  {
    name: 'sliding window log',
    make: (name) => slidingWindowLog({ ...named(name), limit: 100_000, window: '1h' }),
  },
]
