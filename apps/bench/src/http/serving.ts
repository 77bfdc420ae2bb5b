import { type Policy, redisStore, type Store, tokenBucket } from '@rl/core'
import type { Redis } from 'ioredis'

export const FRAMEWORKS = ['express', 'fastify', 'koa', 'hono'] as const
export const LIMITINGS = ['none', 'ours', 'peer'] as const

export type Framework = (typeof FRAMEWORKS)[number]
/** By whom requests are limited: by nobody, by us, or by the framework's own middleware that keeps its counts in Redis. */
export type Limiting = (typeof LIMITINGS)[number]

/** Serves a greeting on this port of 127.0.0.1, limited in that way; resolves when it listens. */
export type Serve = (port: number, limiting: Limiting, redis: Redis) => Promise<void>

export const HOST = '127.0.0.1'
export const GREETING = 'hello world'
export const LIMIT = 1_000_000
export const WINDOW_MS = 3_600_000

/** What our adapters are given. */
export const ours = (redis: Redis): { store: Store; policies: Policy } => ({
  store: redisStore(redis, { timeout: '10s' }),
  policies: tokenBucket({ capacity: LIMIT, refillRate: 1, refillInterval: `${WINDOW_MS}ms` }),
})
