import { describeAlgorithm, type Mode, quotas } from '@rl/contract'
import { slidingWindowCounter } from '../../index.ts'

const counters: Mode = (name) =>
  quotas().map(({ units, duration }) => slidingWindowCounter({ name, limit: units, window: duration }))

describeAlgorithm('sliding window counter', {
  policies: counters,
  // A span meets one aligned window more than it is windows long.
  bound: (span, limit, window) => limit * ((span + window - 1n) / window + 1n),
})
