import { tokenBucket } from '@rl/core'
import { captured, type ScriptCall } from '../redis/captured.ts'
import { RANDOM_KEY, sampleScript } from '../redis/load.ts'
import { recipe } from '../redis/recipe.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import { type Group, measure } from '../rounds.ts'
import { type Effort, type Measure, type Report, type Suite, scaled } from '../suite.ts'

// Buckets that stay in use: neither full again between two calls, nor ever empty.
const ALLOWED = { capacity: 1_000_000, refillRate: 1, refillMs: 3_600_000 }
// One token an hour: all but the first call are denied.
const DENIED = { ...ALLOWED, capacity: 1 }

const OURS = 'ours: tokenBucket through redisStore'
const RECIPE = 'recipe: HMGET, TIME, HSET, PEXPIRE'
const EMPTY = 'the empty script'

interface Case {
  readonly name: string
  readonly bucket: typeof ALLOWED
  /** Commands that a connection sends at once. */
  readonly pipeline: number
  /** Checks of ours that travel in one call; the recipe knows of one. */
  readonly batch: number
  readonly goal?: Measure['goal']
}

const CASES: readonly Case[] = [
  { name: 'allowed', bucket: ALLOWED, pipeline: 1, batch: 1, goal: { most: 0.92 } },
  { name: 'allowed, ours in batches of 16', bucket: ALLOWED, pipeline: 1, batch: 16, goal: { most: 0.45 } },
  { name: 'allowed, 16 in a pipeline', bucket: ALLOWED, pipeline: 16, batch: 1, goal: { most: 1.05 } },
  { name: 'denied', bucket: DENIED, pipeline: 1, batch: 1 },
  { name: 'denied, 16 in a pipeline', bucket: DENIED, pipeline: 16, batch: 1 },
]

async function groupOf(
  redis: BenchRedis,
  { name, bucket, pipeline, batch }: Case,
  effort: Effort,
): Promise<Group> {
  const { capacity, refillRate, refillMs } = bucket
  const policy = tokenBucket({ capacity, refillRate, refillInterval: `${refillMs}ms` })
  const ours = await captured([policy], RANDOM_KEY, batch)
  const [key = ''] = ours.keys
  const scripts: readonly (readonly [string, ScriptCall, number])[] = [
    [OURS, ours, batch],
    [RECIPE, recipe(key, capacity, refillRate, refillMs), 1],
    [EMPTY, { lua: 'return 1', keys: [key], args: [] }, 1],
  ]
  return scripts.map(([script, call, checks]) => {
    const calls = scaled(effort, batch > 1 ? 8_000 : 30_000, 100)
    const load = { calls, keys: scaled(effort, 10_000, 10), pipeline }
    return {
      name: `${name}: ${script}`,
      async sample() {
        const { cpu = Number.NaN } = await sampleScript(redis, call, load)
        return { cpu: cpu / checks }
      },
    }
  })
}

async function run(effort: Effort): Promise<Report> {
  const redis = await startBenchRedis()
  try {
    const groups = await Promise.all(CASES.map((each) => groupOf(redis, each, effort)))
    const samples = await measure(groups, effort.rounds, effort.progress)
    const cpuOf = (name: string, script: string) => samples.median(`${name}: ${script}`, 'cpu')
    return {
      measures: CASES.map(({ name, goal }) => ({
        name: `token bucket, ${name}: ours / recipe`,
        value: samples.ratio(`${name}: ${OURS}`, `${name}: ${RECIPE}`, 'cpu'),
        ...(goal && { goal }),
      })),
      tables: [
        {
          title: 'CPU of the Redis main thread for one decision, µs',
          columns: ['', OURS, RECIPE, EMPTY],
          rows: CASES.map(({ name }) => [
            name,
            ...[OURS, RECIPE, EMPTY].map((script) => cpuOf(name, script)),
          ]),
          note: 'Sockets and parsing included. The middle half of the rounds gave these ratios: '.concat(
            CASES.map(({ name }) => {
              const [low, high] = samples.spread(`${name}: ${OURS}`, `${name}: ${RECIPE}`, 'cpu')
              return `${name} ${low.toFixed(2)} to ${high.toFixed(2)}`
            }).join('; '),
            '.',
          ),
        },
      ],
    }
  } finally {
    await redis.stop()
  }
}

export const redisCpu: Suite = {
  name: 'redis-cpu',
  about: 'what one token-bucket decision costs Redis, beside the recipe that everyone copies',
  run,
}
