import { redisStore } from '@rl/core'
import { Redis } from 'ioredis6'
import { afterAll, inject } from 'vitest'
import type { Twin } from './twin.ts'

/** The Redis that all tests share, over one connection that the test file lets go of at its end. */
export function redisTwin(): Twin {
  const client = new Redis(inject('redisSocket'), { enableAutoPipelining: true })
  afterAll(() => client.disconnect())
  return {
    open: (clock) => redisStore(client, { clock, timeout: '60s', onWarning: () => {} }),
    command: (name, ...args) => client.call(name, ...args),
  }
}
