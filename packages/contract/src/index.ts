export { everyKind } from './every-kind.ts'
export {
  describeRedisClient,
  type RedisClientFactory,
  type RedisClientSubject,
} from './redis-client/describe-redis-client.ts'
export { describeStore } from './store/describe-store.ts'
export type { StoreFactory, StoreSubject } from './store/subject.ts'
