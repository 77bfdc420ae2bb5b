import { FEATURES, type FeatureName } from '../limiters/features.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import { measure, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'
import { ask } from '../worker.ts'
import type { RedisLimiterAnswer, RedisLimiterRequest } from '../workers/redis-limiter.ts'

const NAMES = Object.keys(FEATURES) as FeatureName[]
const BASE = NAMES[0]!
const SAFE: FeatureName = 'withFallback around withBreaker'

const subject = (redis: BenchRedis, limiter: FeatureName, effort: Effort): Subject => ({
  name: limiter,
  async sample() {
    const { loops } = await ask<RedisLimiterRequest, RedisLimiterAnswer>('redis-limiter.ts', {
      limiter,
      port: redis.port,
      denied: false,
      keys: scaled(effort, 10_000, 100),
      sweeps: 0,
      warmUp: scaled(effort, 40_000, 300),
      loops: [{ inFlight: 64, calls: scaled(effort, 60_000, 300) }],
    })
    return { ...loops[0]! }
  },
})

async function run(effort: Effort): Promise<Report> {
  const redis = await startBenchRedis()
  try {
    const subjects = NAMES.map((name) => subject(redis, name, effort))
    const samples = await measure([subjects], Math.ceil(effort.rounds / 2), effort.progress)
    const added = (name: FeatureName, reading: string) =>
      samples.median(name, reading) - samples.median(BASE, reading)
    return {
      measures: [
        {
          name: `Node CPU, ${SAFE} / the store alone`,
          value: samples.ratio(SAFE, BASE, 'nodeCpu'),
        },
      ],
      tables: [
        {
          title: 'What each adds to one token bucket, µs of CPU a decision, 64 in flight',
          columns: ['', 'Node', 'Redis', 'Node, of it added', 'Redis, of it added'],
          rows: NAMES.map((name) => [
            name,
            samples.median(name, 'nodeCpu'),
            samples.median(name, 'redisCpu'),
            added(name, 'nodeCpu'),
            added(name, 'redisCpu'),
          ]),
        },
      ],
    }
  } finally {
    await redis.stop()
  }
}

export const features: Suite = { name: 'features', about: 'what each feature adds to a decision', run }
