import { describeTwins, type Mode, quotas, rates, redisTwin } from '@rl/contract'
import fc from 'fast-check'
import {
  fixedWindow,
  leakyBucket,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'

const buckets = fc.record({ quota: quotas(), rate: rates() })

const modes: Mode[] = [
  (name) =>
    buckets.map(({ quota: { units, duration }, rate }) =>
      tokenBucket({ name, capacity: units, refillRate: rate, refillInterval: duration }),
    ),
  (name) =>
    buckets.map(({ quota: { units, duration }, rate }) =>
      tokenBucket({ name, capacity: units, refillRate: rate, refillInterval: duration, refill: 'interval' }),
    ),
  (name) => quotas().map(({ units, duration }) => fixedWindow({ name, limit: units, window: duration })),
  (name) =>
    quotas().map(({ units, duration }) =>
      fixedWindow({ name, limit: units, window: duration, anchor: 'clock' }),
    ),
  (name) =>
    quotas().map(({ units, duration }) =>
      slidingWindowLog({ name, limit: Math.min(units, 20), window: duration }),
    ),
  (name) =>
    quotas().map(({ units, duration }) => slidingWindowCounter({ name, limit: units, window: duration })),
  (name) =>
    buckets.map(({ quota: { units, duration }, rate }) =>
      leakyBucket({ name, capacity: units, leakRate: rate, leakInterval: duration }),
    ),
]

describeTwins('policies of all algorithms, mixed', modes, redisTwin())
