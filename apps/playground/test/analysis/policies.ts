import type { PolicySpec } from '../../src/page/policy/spec.ts'

const spec = (algorithm: PolicySpec['algorithm'], options: PolicySpec['options']): PolicySpec => ({
  algorithm,
  options,
})

/** Every algorithm in every mode, tight enough for the traffic of the tests. */
export const EVERY_MODE: readonly PolicySpec[] = [
  spec('tokenBucket', { capacity: '7', refillRate: '3' }),
  spec('tokenBucket', { capacity: '3', refillRate: '7', refillInterval: '1300ms' }),
  spec('tokenBucket', { capacity: '9', refillRate: '4', refillInterval: '2s', refill: 'interval' }),
  spec('fixedWindow', { limit: '8', window: '3s' }),
  spec('fixedWindow', { limit: '8', window: '3s', anchor: 'clock' }),
  spec('slidingWindowLog', { limit: '8', window: '3s' }),
  spec('slidingWindowCounter', { limit: '8', window: '3s' }),
  spec('leakyBucket', { capacity: '6', leakRate: '2' }),
]

export const titleOf = ({ algorithm, options }: PolicySpec): string =>
  `${algorithm} ${Object.values(options).join(' ')}`
