import { describeAlgorithm, type Mode, quotas, rates } from '@rl/contract'
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

describeAlgorithm('token bucket with continuous refill', {
  policies: buckets('continuous'),
  bound: (span, capacity, rate, interval) => capacity + (rate * span) / interval,
})

describeAlgorithm('token bucket with interval refill', {
  policies: buckets('interval'),
  bound: (span, capacity, rate, interval) => capacity + rate * (span / interval + 1n),
})
