import {
  describeAlgorithm,
  describeTwinFunctions,
  describeTwins,
  type Mode,
  quotas,
  redisTwin,
} from '@rl/contract'
import { fixedWindow } from '../../index.ts'

const windows =
  (anchor: 'first-request' | 'clock'): Mode =>
  (name) =>
    quotas().map(({ units, duration }) => fixedWindow({ name, limit: units, window: duration, anchor }))

// A span meets one window more than it is windows long.
const bound = (span: bigint, limit: bigint, window: bigint): bigint =>
  limit * ((span + window - 1n) / window + 1n)

const twin = redisTwin()

for (const [name, anchor] of [
  ['fixed window from the first request', 'first-request'],
  ['fixed window aligned to the clock', 'clock'],
] as const) {
  const policies = windows(anchor)
  describeAlgorithm(name, { policies, bound })
  describeTwins(name, [policies], twin)
  describeTwinFunctions(name, policies, twin)
}
