import {
  describeAlgorithm,
  describeTwinFunctions,
  describeTwins,
  type Mode,
  quotas,
  redisTwin,
} from '@rl/contract'
import { slidingWindowCounter } from '../../index.ts'

const policies: Mode = (name) =>
  quotas().map(({ units, duration }) => slidingWindowCounter({ name, limit: units, window: duration }))

const twin = redisTwin()

describeAlgorithm('sliding window counter', {
  policies,
  // A span meets one aligned window more than it is windows long, and one that follows a full one is never full.
  bound: (span, limit, window) => limit * ((span + window - 1n) / window + 1n) - (span > 0n ? 1n : 0n),
})
describeTwins('sliding window counter', [policies], twin)
describeTwinFunctions('sliding window counter', policies, twin)
