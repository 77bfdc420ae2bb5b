export { type FixedWindowOptions, fixedWindow } from './algorithms/fixed-window/fixed-window.ts'
export { type LeakyBucketOptions, leakyBucket } from './algorithms/leaky-bucket/leaky-bucket.ts'
export {
  type SlidingWindowCounterOptions,
  slidingWindowCounter,
} from './algorithms/sliding-window-counter/sliding-window-counter.ts'
export {
  type SlidingWindowLogOptions,
  slidingWindowLog,
} from './algorithms/sliding-window-log/sliding-window-log.ts'
export { type TokenBucketOptions, tokenBucket } from './algorithms/token-bucket/token-bucket.ts'
export { type BreakerOptions, withBreaker } from './around/breaker.ts'
export { type DenialCacheOptions, withDenialCache } from './around/denial-cache.ts'
export { type FallbackOptions, withFallback } from './around/fallback.ts'
export type { Clock } from './clock.ts'
export type { Cost } from './cost.ts'
export type { Decision } from './decision.ts'
export { type Duration, duration } from './duration.ts'
export { isOptionsError, isStoreError, OptionsError, StoreError } from './errors.ts'
export type { Draft } from './http/announcement.ts'
export { addressKey } from './http/client-ip.ts'
export { settleFetch, withHeaders } from './http/fetch.ts'
export { createGuard, type Guard } from './http/guard.ts'
export type {
  ConnectionInfo,
  Framework,
  GuardLimiter,
  GuardOptions,
  GuardSettings,
  RequestOutcome,
} from './http/guard-options.ts'
export type { HeaderOptions } from './http/headers.ts'
export type { Answer, Ended, Pass, Refusal, Reply } from './http/reply.ts'
export { type CallOptions, createLimiter, type Limiter, type LimiterOptions } from './limiter.ts'
export { type MemoryStore, type MemoryStoreOptions, memoryStore } from './memory/store.ts'
export type {
  Algorithm,
  Append,
  Numbers,
  NumbersAlgorithm,
  Policy,
  Refunded,
  Removal,
  Ruling,
  Times,
  TimesAlgorithm,
  Verdict,
} from './policy.ts'
export type { RedisClient } from './redis/client.ts'
export type { AnyRedisClient } from './redis/clients/detect.ts'
export type { IoredisLike } from './redis/clients/ioredis.ts'
export type { NodeRedisLike } from './redis/clients/node-redis.ts'
export { type RedisStoreOptions, redisStore } from './redis/store.ts'
export type { Charge, ConsumeOptions, Outcome, Store } from './store.ts'
export type { WaitOptions } from './wait.ts'
export type { OnWarning, Warning, WarningCode } from './warning.ts'
