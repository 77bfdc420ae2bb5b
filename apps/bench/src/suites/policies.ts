import { FIXED_WINDOW, KINDS, type Kind, SLIDING_COUNTER, TOKEN_BUCKET } from '../policies.ts'
import { captured } from '../redis/captured.ts'
import { RANDOM_KEY, sampleScript } from '../redis/load.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import { type Group, measure, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'

const THREE = [TOKEN_BUCKET, FIXED_WINDOW, SLIDING_COUNTER]
const PIPELINES = [1, 16]
const MOST = 5

const titleOf = (kinds: readonly Kind[]): string => kinds.map(({ name }) => name).join(' + ')
const nameOf = (kinds: readonly Kind[], pipeline: number): string => `${titleOf(kinds)} P${pipeline}`

async function subject(
  redis: BenchRedis,
  kinds: readonly Kind[],
  pipeline: number,
  effort: Effort,
): Promise<Subject> {
  const call = await captured(
    kinds.map((kind, place) => kind.make(`p${place}`)),
    RANDOM_KEY,
  )
  const load = { calls: scaled(effort, 30_000, 100), keys: scaled(effort, 10_000, 10), pipeline }
  return { name: nameOf(kinds, pipeline), sample: () => sampleScript(redis, call, load) }
}

const many = (count: number): Kind[] => Array.from({ length: count }, () => TOKEN_BUCKET)

/** One decision over three policies, as a part of the sum of a decision over each, in one sample. */
function together(singles: readonly Subject[], combined: Subject): Subject {
  return {
    name: `together ${combined.name}`,
    async sample() {
      let apart = 0
      for (const { sample } of singles) apart += (await sample()).cpu ?? Number.NaN
      const { cpu = Number.NaN } = await combined.sample()
      return { apart, cpu }
    },
  }
}

async function run(effort: Effort): Promise<Report> {
  const redis = await startBenchRedis()
  try {
    const make = (kinds: readonly Kind[], pipeline: number) => subject(redis, kinds, pipeline, effort)
    const sums: Subject[] = []
    const groups: Group[] = []
    for (const pipeline of PIPELINES) {
      const singles = await Promise.all(THREE.map((kind) => make([kind], pipeline)))
      sums.push(together(singles, await make(THREE, pipeline)))
      groups.push(await Promise.all(KINDS.map((kind) => make([kind], pipeline))))
      const several = Array.from({ length: MOST - 1 }, (_, at) => make(many(at + 2), pipeline))
      groups.push(await Promise.all(several))
    }
    const samples = await measure([...sums.map((sum) => [sum]), ...groups], effort.rounds, effort.progress)
    const cpu = (kinds: readonly Kind[]) =>
      PIPELINES.map((pipeline) => samples.median(nameOf(kinds, pipeline), 'cpu'))
    const columns = ['', 'unpipelined', '16 in a pipeline']
    return {
      measures: sums.map(({ name }, at) => ({
        name: `${titleOf(THREE)}, one decision / three calls, ${columns[at + 1]}`,
        value: samples.ratio(name, name, 'cpu', 'apart'),
        goal: { most: 0.7 },
      })),
      tables: [
        {
          title: 'One policy: CPU of the Redis main thread for one decision, µs',
          columns,
          rows: KINDS.map((kind) => [kind.name, ...cpu([kind])]),
        },
        {
          title: 'Token buckets of one key in one decision: CPU of the Redis main thread, µs',
          columns: ['policies', ...columns.slice(1)],
          rows: Array.from({ length: MOST }, (_, at) => [String(at + 1), ...cpu(many(at + 1))]),
        },
      ],
    }
  } finally {
    await redis.stop()
  }
}

export const policies: Suite = {
  name: 'policies',
  about: 'what each algorithm costs Redis, and several policies in one decision',
  run,
}
