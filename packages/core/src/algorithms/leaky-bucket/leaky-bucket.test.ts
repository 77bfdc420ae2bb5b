import { describeAlgorithm, type Mode, quotas, rates } from '@rl/contract'
import fc from 'fast-check'
import { leakyBucket } from '../../index.ts'

const buckets: Mode = (name) =>
  fc
    .record({ quota: quotas(), leakRate: rates() })
    .map(({ quota: { units, duration }, leakRate }) =>
      leakyBucket({ name, capacity: units, leakRate, leakInterval: duration }),
    )

describeAlgorithm('leaky bucket', {
  policies: buckets,
  bound: (span, capacity, rate, interval) => capacity + (rate * span) / interval,
})
