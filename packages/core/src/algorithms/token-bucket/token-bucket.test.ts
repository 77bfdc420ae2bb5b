import {
  describeAlgorithm,
  describeTwinFunctions,
  describeTwins,
  type Mode,
  quotas,
  rates,
  redisTwin,
} from '@rl/contract'
import fc from 'fast-check'
import { tokenBucket } from '../../index.ts'

const buckets =
  (refill: 'continuous' | 'interval'): Mode =>
  (name) =>
    fc
      .record({ quota: quotas(), refillRate: rates() })
      .map(({ quota: { units, duration }, refillRate }) =>
        tokenBucket({ name, capacity: units, refillRate, refillInterval: duration, refill }),
      )

const twin = redisTwin()
const [continuous, interval] = [buckets('continuous'), buckets('interval')]

describeAlgorithm('token bucket with continuous refill', {
  policies: continuous,
  bound: (span, capacity, rate, interval) => capacity + (rate * span) / interval,
})
describeTwins('token bucket with continuous refill', [continuous], twin)
describeTwinFunctions('token bucket with continuous refill', continuous, twin)

describeAlgorithm('token bucket with interval refill', {
  policies: interval,
  bound: (span, capacity, rate, interval) => capacity + rate * (span / interval + 1n),
})
describeTwins('token bucket with interval refill', [interval], twin)
describeTwinFunctions('token bucket with interval refill', interval, twin)
