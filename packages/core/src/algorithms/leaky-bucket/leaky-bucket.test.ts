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
import { leakyBucket } from '../../index.ts'

const policies: Mode = (name) =>
  fc
    .record({ quota: quotas(), leakRate: rates() })
    .map(({ quota: { units, duration }, leakRate }) =>
      leakyBucket({ name, capacity: units, leakRate, leakInterval: duration }),
    )

const twin = redisTwin()

describeAlgorithm('leaky bucket', {
  policies,
  bound: (span, capacity, rate, interval) => capacity + (rate * span) / interval,
})
describeTwins('leaky bucket', [policies], twin)
describeTwinFunctions('leaky bucket', policies, twin)
