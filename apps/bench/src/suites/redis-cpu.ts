import { tokenBucket } from '@rl/core'
import { captured, type ScriptCall } from '../redis/captured.ts'
import { RANDOM_KEY, sampleScript } from '../redis/load.ts'
import { recipe } from '../redis/recipe.ts'
import { startBenchRedis } from '../redis/server.ts'
import { type Group, measure } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'

// Buckets that stay in use: neither full again between two calls, nor ever empty.
const ALLOWED = { capacity: 1_000_000, refillRate: 1, refillMs: 3_600_000 }
// One token an hour: all but the first call are denied.
const DENIED = { capacity: 1, refillRate: 1, refillMs: 3_600_000 }

const OURS = 'ours: tokenBucket through redisStore'
const RECIPE = 'recipe: HMGET, TIME, HSET, PEXPIRE'
const EMPTY = 'the empty script'

async function scripts({ capacity, refillRate, refillMs }: typeof ALLOWED): Promise<Map<string, ScriptCall>> {
  const bucket = tokenBucket({ capacity, refillRate, refillInterval: `${refillMs}ms` })
  const ours = await captured([bucket], RANDOM_KEY)
  return new Map([
    [OURS, ours],
    [RECIPE, recipe(ours.keys[0]!, capacity, refillRate, refillMs)],
    [EMPTY, { lua: 'return 1', keys: ours.keys, args: [] }],
  ])
}

const CASES = [
  { name: 'allowed, unpipelined', bucket: ALLOWED, pipeline: 1, goal: { most: 0.92 } },
  { name: 'allowed, 16 in a pipeline', bucket: ALLOWED, pipeline: 16, goal: { most: 1.05 } },
  { name: 'denied, unpipelined', bucket: DENIED, pipeline: 1 },
  { name: 'denied, 16 in a pipeline', bucket: DENIED, pipeline: 16 },
]

async function run(effort: Effort): Promise<Report> {
  const redis = await startBenchRedis()
  try {
    const groups: Group[] = []
    for (const { name, bucket, pipeline } of CASES) {
      const load = { calls: scaled(effort, 30_000, 100), keys: scaled(effort, 10_000, 10), pipeline }
      const calls = [...(await scripts(bucket))]
      groups.push(
        calls.map(([script, call]) => ({
          name: `${name}: ${script}`,
          sample: () => sampleScript(redis, call, load),
        })),
      )
    }
    const samples = await measure(groups, effort.rounds, effort.progress)
    const ratio = (name: string) => samples.ratio(`${name}: ${OURS}`, `${name}: ${RECIPE}`, 'cpu')
    return {
      measures: CASES.map(({ name, goal }) => ({
        name: `token bucket ${name}: ours / recipe`,
        value: ratio(name),
        ...(goal && { goal }),
      })),
      tables: [
        {
          title: 'CPU of the Redis main thread for one decision, µs',
          columns: ['', ...CASES.map(({ name }) => name)],
          rows: [OURS, RECIPE, EMPTY].map((script) => [
            script,
            ...CASES.map(({ name }) => samples.median(`${name}: ${script}`, 'cpu')),
          ]),
          note: 'Sockets and parsing included.',
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
