import { TOKEN_BUCKET } from '../policies.ts'
import { captured } from '../redis/captured.ts'
import { type Load, RANDOM_KEY, sampleScript } from '../redis/load.ts'
import { startBenchRedis } from '../redis/server.ts'
import { measure, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'

async function run(effort: Effort): Promise<Report> {
  const few = 1_000
  const many = scaled(effort, 1_000_000, 2_000)
  const redis = await startBenchRedis()
  try {
    const call = await captured([TOKEN_BUCKET.make()], RANDOM_KEY)
    const load: Load = { calls: scaled(effort, 60_000, 100), keys: few, pipeline: 1 }
    const subjects: Subject[] = [few, many].map((keys) => ({
      name: String(keys),
      sample: () => sampleScript(redis, call, { ...load, keys }),
    }))
    const samples = await measure([subjects], Math.ceil(effort.rounds / 2), effort.progress)
    const show = (keys: number) => keys.toLocaleString('en-US')
    return {
      measures: [
        {
          name: `token bucket, ${show(many)} keys / ${show(few)} keys`,
          value: samples.ratio(String(many), String(few), 'cpu'),
          goal: { most: 1.3 },
        },
      ],
      tables: [
        {
          title: 'CPU of the Redis main thread for one decision, µs',
          columns: ['keys', 'unpipelined'],
          rows: [few, many].map((keys) => [show(keys), samples.median(String(keys), 'cpu')]),
        },
      ],
    }
  } finally {
    await redis.stop()
  }
}

export const keys: Suite = { name: 'keys', about: 'what the number of keys costs Redis', run }
