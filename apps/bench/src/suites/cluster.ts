import { startCluster } from '../../../../tooling/servers/index.ts'
import type { RedisLimiterName } from '../limiters/redis.ts'
import { startBenchRedis } from '../redis/server.ts'
import { type Group, measure, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'
import { ask } from '../worker.ts'
import type { RedisLimiterAnswer, RedisLimiterRequest } from '../workers/redis-limiter.ts'

const SIZES = [3, 6]
const IN_FLIGHT = [1, 64]
const ALONE = 'one Redis, no batches'

function subject(name: string, limiter: RedisLimiterName, ports: readonly number[], effort: Effort): Subject {
  return {
    name,
    async sample() {
      const { loops } = await ask<RedisLimiterRequest, RedisLimiterAnswer>('redis-limiter.ts', {
        limiter,
        port: ports[0]!,
        others: ports.slice(1),
        denied: false,
        keys: scaled(effort, 10_000, 100),
        sweeps: 0,
        warmUp: scaled(effort, 20_000, 300),
        loops: IN_FLIGHT.map((inFlight) => ({ inFlight, calls: scaled(effort, inFlight * 600, 300) })),
      })
      const named = loops.flatMap((readings, at) =>
        Object.entries(readings).map(([reading, value]) => [`${reading}@${IN_FLIGHT[at]}`, value]),
      )
      return Object.fromEntries(named)
    },
  }
}

async function run(effort: Effort): Promise<Report> {
  const single = await startBenchRedis()
  const clusters = await Promise.all(SIZES.map((primaries) => startCluster({ primaries })))
  try {
    const group: Group = [
      subject('one Redis, batches', 'ours, ioredis', [single.port], effort),
      subject(ALONE, 'ours, ioredis, no batches', [single.port], effort),
      ...clusters.map(({ nodes }, at) =>
        subject(
          `a cluster of ${SIZES[at]}`,
          'ours, ioredis cluster',
          nodes.map(({ port }) => port),
          effort,
        ),
      ),
    ]
    const samples = await measure([group], Math.ceil(effort.rounds / 2), effort.progress)
    return {
      measures: clusters.map((_, at) => ({
        name: `Node CPU per decision, 64 in flight: a cluster of ${SIZES[at]} / one Redis without batches`,
        value: samples.ratio(`a cluster of ${SIZES[at]}`, ALONE, 'nodeCpu@64'),
      })),
      tables: IN_FLIGHT.map((inFlight) => ({
        title: `By the size of a cluster, ${inFlight} in flight`,
        columns: ['', 'decisions/s', 'p50 ms', 'Node CPU µs', 'Redis CPU µs, all nodes'],
        rows: group.map(({ name }) => [
          name,
          ...['perSecond', 'p50', 'nodeCpu', 'redisCpu'].map((reading) =>
            samples.median(name, `${reading}@${inFlight}`),
          ),
        ]),
        note: 'Keys of a cluster travel in one call only where they share a hash tag, so keys of different clients do not. All nodes share two cores here: CPU tells, decisions a second do not.',
      })),
    }
  } finally {
    await Promise.all([single.stop(), ...clusters.map((each) => each.stop())])
  }
}

export const cluster: Suite = { name: 'cluster', about: 'what the size of a cluster costs', run }
