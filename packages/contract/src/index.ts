export { describeAdapter } from './adapter/describe-adapter.ts'
export { inOtherProcess } from './adapter/other-process.ts'
export { inProcess } from './adapter/serve.ts'
export {
  type Answer,
  errorAnswer,
  type Host,
  type Route,
  type Running,
  type Site,
  type Start,
} from './adapter/site.ts'
export { describeAlgorithm } from './algorithm/describe-algorithm.ts'
export { type Quota, quotas, rates } from './algorithm/quotas.ts'
export type { AlgorithmSubject, Mode } from './algorithm/subject.ts'
export { everyKind } from './every-kind.ts'
export {
  describeRedisClient,
  type RedisClientFactory,
  type RedisClientSubject,
} from './redis-client/describe-redis-client.ts'
export { describeStore } from './store/describe-store.ts'
export { NASTY, nasty } from './store/nasty.ts'
export type { StoreFactory, StoreSubject } from './store/subject.ts'
