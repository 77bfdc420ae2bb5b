import type { Fault } from '../fault.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { around } from './around.ts'
import { fixedWindow } from './fixed-window.ts'
import { http } from './http.ts'
import { intervalRefill } from './interval-refill.ts'
import { leakyBucket } from './leaky-bucket.ts'
import { limiter } from './limiter.ts'
import { memory } from './memory.ts'
import { options } from './options.ts'
import { playground } from './playground.ts'
import { redisCalls } from './redis-calls.ts'
import { redisFailing } from './redis-failing.ts'
import { redisKeys } from './redis-keys.ts'
import { redisState } from './redis-state.ts'
import { slidingWindowCounter } from './sliding-window-counter.ts'
import { slidingWindowLog } from './sliding-window-log.ts'
import { tokenBucket } from './token-bucket.ts'
import { tokenBucketInTime } from './token-bucket-in-time.ts'
import { twins } from './twins.ts'
import { waiting } from './waiting.ts'

/** Every fault that can be planted. */
export const FAULTS: readonly Fault[] = [
  ...tokenBucket,
  ...tokenBucketInTime,
  ...intervalRefill,
  ...fixedWindow,
  ...slidingWindowLog,
  ...slidingWindowCounter,
  ...leakyBucket,
  ...twins,
  ...allOrNothing,
  ...redisState,
  ...redisKeys,
  ...redisCalls,
  ...redisFailing,
  ...memory,
  ...limiter,
  ...options,
  ...waiting,
  ...around,
  ...http,
  ...playground,
]
