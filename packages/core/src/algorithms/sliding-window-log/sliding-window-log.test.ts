import {
  describeAlgorithm,
  describeTwinFunctions,
  describeTwins,
  type Mode,
  quotas,
  redisTwin,
} from '@rl/contract'
import { slidingWindowLog } from '../../index.ts'

const policies: Mode = (name) =>
  quotas().map(({ units, duration }) =>
    slidingWindowLog({ name, limit: Math.min(units, 20), window: duration }),
  )

const twin = redisTwin()

describeAlgorithm('sliding window log', {
  policies,
  bound: (span, limit, window) => limit * (span / window + 1n),
})
describeTwins('sliding window log', [policies], twin)
describeTwinFunctions('sliding window log', policies, twin)
