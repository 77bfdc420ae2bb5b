import type { RedisLimiterName } from '../limiters/redis.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import { measure, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'
import { ask } from '../worker.ts'
import type { RedisLimiterAnswer, RedisLimiterRequest } from '../workers/redis-limiter.ts'

const OURS: RedisLimiterName = 'ours, denial cache, ioredis'
const PEER: RedisLimiterName = 'rate-limiter-flexible, in-memory block, ioredis'
const LIMITERS: readonly RedisLimiterName[] = [OURS, PEER]
const SWEEPS = 3

const nameOf = (limiter: string, keys: number): string => `${limiter}, ${keys}`

function subject(redis: BenchRedis, limiter: RedisLimiterName, keys: number, effort: Effort): Subject {
  const request = { limiter, port: redis.port, denied: true, keys, sweeps: SWEEPS }
  const calls = scaled(effort, 400_000, 300)
  return {
    name: nameOf(limiter, keys),
    async sample() {
      const { swept, loops } = await ask<RedisLimiterRequest, RedisLimiterAnswer>('redis-limiter.ts', {
        ...request,
        warmUp: Math.ceil(calls / 4),
        loops: [{ inFlight: 64, calls }],
      })
      return { ...loops[0]!, swept }
    },
  }
}

async function run(effort: Effort): Promise<Report> {
  const many = Math.min(40_000, scaled(effort, 400_000, 100))
  const redis = await startBenchRedis()
  try {
    const counts = [1, many]
    const groups = counts.map((keys) => LIMITERS.map((limiter) => subject(redis, limiter, keys, effort)))
    const samples = await measure(groups, Math.ceil(effort.rounds / 3), effort.progress)
    const ratio = (keys: number, reading: string) =>
      samples.ratio(nameOf(OURS, keys), nameOf(PEER, keys), reading)
    return {
      measures: [
        {
          name: 'decisions a second, one denied key: ours / rate-limiter-flexible',
          value: ratio(1, 'perSecond'),
          goal: { least: 1.5 },
        },
        {
          name: `decisions a second, ${many.toLocaleString('en-US')} denied keys, each asked for ${SWEEPS} times: ours / rate-limiter-flexible`,
          value: ratio(many, 'swept'),
          goal: { least: 20 },
        },
      ],
      tables: counts.map((keys) => ({
        title: `${keys.toLocaleString('en-US')} denied ${keys === 1 ? 'key' : 'keys'}, 64 in flight`,
        columns: [
          '',
          `decisions/s, first ${SWEEPS} of each key`,
          'decisions/s, then',
          'Node CPU µs',
          'Redis CPU µs',
        ],
        rows: LIMITERS.map((limiter) => [
          limiter,
          ...['swept', 'perSecond', 'nodeCpu', 'redisCpu'].map((reading) =>
            samples.median(nameOf(limiter, keys), reading),
          ),
        ]),
      })),
    }
  } finally {
    await redis.stop()
  }
}

export const denials: Suite = { name: 'denials', about: 'what a client costs that keeps asking in vain', run }
