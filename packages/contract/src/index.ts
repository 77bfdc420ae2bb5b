export { describeAdapter } from './adapter/describe-adapter.ts'
export { describeForwarded } from './adapter/forwarded.ts'
export * from './adapter/host.ts'
export { inOtherProcess } from './adapter/other-process.ts'
export { describeAlgorithm } from './algorithm/describe-algorithm.ts'
export { describeTwinFunctions } from './algorithm/describe-twin-functions.ts'
export { describeTwins } from './algorithm/describe-twins.ts'
export { type Quota, quotas, rates } from './algorithm/quotas.ts'
export { redisTwin } from './algorithm/redis-twin.ts'
export type { AlgorithmSubject, Mode } from './algorithm/subject.ts'
export type { Twin } from './algorithm/twin.ts'
export { everyKind } from './every-kind.ts'
export {
  describeRedisClient,
  type RedisClientFactory,
  type RedisClientSubject,
} from './redis-client/describe-redis-client.ts'
export { describeStore } from './store/describe-store.ts'
export { NASTY, nasty } from './store/nasty.ts'
export type { StoreFactory, StoreSubject } from './store/subject.ts'
