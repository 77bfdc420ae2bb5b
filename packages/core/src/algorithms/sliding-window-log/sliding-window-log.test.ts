import { describeAlgorithm, type Mode, quotas } from '@rl/contract'
import { slidingWindowLog } from '../../index.ts'

const logs: Mode = (name) =>
  quotas().map(({ units, duration }) =>
    slidingWindowLog({ name, limit: Math.min(units, 20), window: duration }),
  )

describeAlgorithm('sliding window log', {
  policies: logs,
  bound: (span, limit, window) => limit * (span / window + 1n),
})
