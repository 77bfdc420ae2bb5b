import type { TestProject } from 'vitest/node'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Unix socket of the Redis that all test files share. */
    redisSocket: string
    /** TCP port, on 127.0.0.1, of the same Redis. */
    redisPort: number
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startRedis()
  project.provide('redisSocket', redis.socket)
  project.provide('redisPort', redis.port)
  return redis.stop
}
