import type { RedisLimiterName } from '../limiters/redis.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import { measure, type Readings, type Samples, type Subject } from '../rounds.ts'
import { type Effort, type Measure, type Report, type Suite, scaled, type Table } from '../suite.ts'
import { ask } from '../worker.ts'
import type { Loop } from '../workers/closed-loop.ts'
import type { RedisLimiterAnswer, RedisLimiterRequest } from '../workers/redis-limiter.ts'

const IN_FLIGHT = [1, 64, 256]
const loopsOf = (effort: Effort): Loop[] =>
  IN_FLIGHT.map((inFlight) => ({ inFlight, calls: scaled(effort, inFlight === 1 ? 5_000 : 60_000, 300) }))
const OURS: readonly RedisLimiterName[] = ['ours, ioredis', 'ours, ioredis, no batches', 'ours, node-redis']
const FLEXIBLE: RedisLimiterName = 'rate-limiter-flexible, ioredis'
const FLEXIBLE_NODE_REDIS: RedisLimiterName = 'rate-limiter-flexible, node-redis'
const PEERS: readonly RedisLimiterName[] = [
  FLEXIBLE,
  FLEXIBLE_NODE_REDIS,
  'rate-limit-redis, ioredis',
  'redis-gcra, ioredis',
]
const THREE: RedisLimiterName = 'ours, three policies, ioredis'
const THREE_CALLS: RedisLimiterName = 'rate-limiter-flexible, three calls, ioredis'
const ALL = [...OURS, ...PEERS, THREE, THREE_CALLS]

function subject(redis: BenchRedis, limiter: RedisLimiterName, effort: Effort): Subject {
  let sweeps = 1
  return {
    name: limiter,
    async sample(): Promise<Readings> {
      const { loops } = await ask<RedisLimiterRequest, RedisLimiterAnswer>('redis-limiter.ts', {
        limiter,
        port: redis.port,
        denied: false,
        keys: scaled(effort, 100_000, 100),
        sweeps,
        warmUp: Math.min(20_000, scaled(effort, 200_000, 300)),
        loops: loopsOf(effort),
      })
      sweeps = 0
      const named = loops.flatMap((readings, at) =>
        Object.entries(readings).map(([name, value]) => [`${name}@${IN_FLIGHT[at]}`, value]),
      )
      return Object.fromEntries(named)
    },
  }
}

/** Ours beside that peer that is the best in this reading. */
function besideBest(samples: Samples, reading: string, best: 'least' | 'most'): number {
  const ratios = PEERS.map((peer) => samples.ratio('ours, ioredis', peer, reading))
  return best === 'least' ? Math.max(...ratios) : Math.min(...ratios)
}

function measuresOf(samples: Samples): Measure[] {
  const cpu = (ours: RedisLimiterName, peer: RedisLimiterName) => samples.ratio(ours, peer, 'nodeCpu@64')
  return [
    {
      name: 'Node CPU per decision, 64 in flight: ours / rate-limiter-flexible, ioredis',
      value: cpu('ours, ioredis', FLEXIBLE),
      goal: { most: 0.3 },
    },
    {
      name: 'the same with node-redis',
      value: cpu('ours, node-redis', FLEXIBLE_NODE_REDIS),
      goal: { most: 0.2 },
    },
    {
      name: 'decisions a second, 256 in flight: ours / best peer',
      value: besideBest(samples, 'perSecond@256', 'most'),
      goal: { least: 2.5 },
    },
    {
      name: 'p50 with 1 in flight: ours / best peer',
      value: besideBest(samples, 'p50@1', 'least'),
      goal: { most: 1.05 },
    },
    {
      name: 'p99 with 64 in flight: ours / best peer',
      value: besideBest(samples, 'p99@64', 'least'),
      goal: { most: 1 },
    },
    {
      name: 'three policies / three calls of rate-limiter-flexible: Redis CPU',
      value: samples.ratio(THREE, THREE_CALLS, 'redisCpu@64'),
      goal: { most: 1 },
    },
    {
      name: 'three policies / three calls of rate-limiter-flexible: Node CPU',
      value: samples.ratio(THREE, THREE_CALLS, 'nodeCpu@64'),
      goal: { most: 0.35 },
    },
  ]
}

const tableOf = (samples: Samples, inFlight: number): Table => ({
  title: `${inFlight} in flight`,
  columns: ['', 'decisions/s', 'p50 ms', 'p99 ms', 'Node CPU µs', 'Redis CPU µs'],
  rows: ALL.map((name) => [
    name,
    ...['perSecond', 'p50', 'p99', 'nodeCpu', 'redisCpu'].map((reading) =>
      samples.median(name, `${reading}@${inFlight}`),
    ),
  ]),
})

async function run(effort: Effort): Promise<Report> {
  const redis = await startBenchRedis()
  try {
    const subjects = ALL.map((limiter) => subject(redis, limiter, effort))
    const samples = await measure([subjects], effort.rounds, effort.progress)
    return { measures: measuresOf(samples), tables: IN_FLIGHT.map((inFlight) => tableOf(samples, inFlight)) }
  } finally {
    await redis.stop()
  }
}

export const clients: Suite = {
  name: 'clients',
  about: 'what one decision costs the Node process that asks, beside the peers on Redis',
  run,
}
