import {
  fixedWindow,
  leakyBucket,
  type Policy,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '@rl/core'

/** A policy of every algorithm in each of its modes, that admits so many units and gives none back for an hour. */
export const everyKind = (units: number): readonly Policy[] => [
  tokenBucket({ name: 'continuous', capacity: units, refillRate: 1, refillInterval: '1h' }),
  tokenBucket({ name: 'interval', capacity: units, refillRate: 1, refillInterval: '1h', refill: 'interval' }),
  fixedWindow({ name: 'window', limit: units, window: '1h' }),
  fixedWindow({ name: 'aligned', limit: units, window: '1h', anchor: 'clock' }),
  slidingWindowLog({ name: 'log', limit: units, window: '1h' }),
  slidingWindowCounter({ name: 'counter', limit: units, window: '1h' }),
  leakyBucket({ name: 'leaky', capacity: units, leakRate: 1, leakInterval: '1h' }),
]
