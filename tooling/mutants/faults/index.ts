import type { Fault } from '../fault.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { fixedWindow } from './fixed-window.ts'
import { intervalRefill } from './interval-refill.ts'
import { leakyBucket } from './leaky-bucket.ts'
import { slidingWindowCounter } from './sliding-window-counter.ts'
import { slidingWindowLog } from './sliding-window-log.ts'
import { tokenBucket } from './token-bucket.ts'
import { tokenBucketInTime } from './token-bucket-in-time.ts'

/** Every fault that can be planted. */
export const FAULTS: readonly Fault[] = [
  ...tokenBucket,
  ...tokenBucketInTime,
  ...intervalRefill,
  ...fixedWindow,
  ...slidingWindowLog,
  ...slidingWindowCounter,
  ...leakyBucket,
  ...allOrNothing,
]
