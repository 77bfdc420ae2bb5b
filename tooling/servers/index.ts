export { type RedisCluster, startCluster } from './cluster.ts'
export { type RedisOptions, type RedisServer, startRedis } from './redis.ts'
export { type RedisSentinel, startSentinel } from './sentinel.ts'
export { until } from './until.ts'
