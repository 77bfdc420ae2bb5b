import { describeAlgorithm, type Mode, quotas } from '@rl/contract'
import { fixedWindow } from '../../index.ts'

const windows =
  (anchor: 'first-request' | 'clock'): Mode =>
  (name) =>
    quotas().map(({ units, duration }) => fixedWindow({ name, limit: units, window: duration, anchor }))

// A span meets one window more than it is windows long.
const bound = (span: bigint, limit: bigint, window: bigint): bigint =>
  limit * ((span + window - 1n) / window + 1n)

describeAlgorithm('fixed window from the first request', { policies: windows('first-request'), bound })
describeAlgorithm('fixed window aligned to the clock', { policies: windows('clock'), bound })
