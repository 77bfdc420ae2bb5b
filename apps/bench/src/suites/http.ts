import { FRAMEWORKS, type Framework, LIMITINGS, type Limiting } from '../http/serving.ts'
import { startHttpServer } from '../http-server.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import { measure, type Samples, type Subject, shuffled } from '../rounds.ts'
import { type Effort, type Measure, type Report, type Suite, scaled, type Table } from '../suite.ts'
import { ask } from '../worker.ts'
import type { HttpLoadAnswer, HttpLoadRequest } from '../workers/http-load.ts'

const CONNECTIONS = [64, 1]
const REQUESTS = new Map([
  [64, 24_000],
  [1, 6_000],
])

const PEERS: Record<Framework, string> = {
  express: 'express-rate-limit + rate-limit-redis',
  fastify: '@fastify/rate-limit',
  koa: 'koa-ratelimit',
  hono: 'hono-rate-limiter',
}

const nameOf = (framework: Framework, limiting: Limiting): string => `${framework}, ${limiting}`

function subject(redis: BenchRedis, framework: Framework, limiting: Limiting, effort: Effort): Subject {
  return {
    name: nameOf(framework, limiting),
    async sample() {
      const server = await startHttpServer(framework, limiting, redis.port)
      const load = (connections: number, requests: number) =>
        ask<HttpLoadRequest, HttpLoadAnswer>('http-load.ts', { port: server.port, connections, requests })
      try {
        await load(64, scaled(effort, 12_000, 2_000))
        const readings: Record<string, number> = {}
        for (const connections of CONNECTIONS) {
          const requests = scaled(effort, REQUESTS.get(connections)!, 100)
          const before = await server.cpuUs()
          const { perSecond, p99 } = await load(connections, requests)
          readings[`cpu@${connections}`] = ((await server.cpuUs()) - before) / requests
          readings[`perSecond@${connections}`] = perSecond
          readings[`p99@${connections}`] = p99
        }
        return readings
      } finally {
        await server.stop()
      }
    },
  }
}

/** The three ways of one framework as one subject, so that what limiting adds is told within a round. */
function compared(redis: BenchRedis, framework: Framework, effort: Effort): Subject {
  const subjects = LIMITINGS.map((limiting) => ({ limiting, ...subject(redis, framework, limiting, effort) }))
  return {
    name: framework,
    async sample() {
      const all: Record<string, number> = {}
      for (const { limiting, sample } of shuffled(subjects))
        for (const [name, value] of Object.entries(await sample())) all[`${limiting} ${name}`] = value
      for (const connections of CONNECTIONS)
        for (const limiting of LIMITINGS) {
          const value = (name: string, of: Limiting) => all[`${of} ${name}@${connections}`]!
          all[`${limiting} added@${connections}`] = value('cpu', limiting) - value('cpu', 'none')
          all[`${limiting} kept@${connections}`] = value('perSecond', limiting) / value('perSecond', 'none')
        }
      return all
    },
  }
}

const measureOf = (samples: Samples, framework: Framework, connections: number): Measure => ({
  name: `CPU added per request, ${framework}, ${connections === 1 ? '1 connection' : `${connections} connections`}: ours / peer`,
  value: samples.ratio(framework, framework, `ours added@${connections}`, `peer added@${connections}`),
  goal: { most: connections === 1 ? 1 : framework === 'hono' ? 0.6 : 0.45 },
})

const tableOf = (samples: Samples, connections: number): Table => ({
  title: `${connections === 1 ? '1 connection' : `${connections} connections`}`,
  columns: ['', 'requests/s', 'p99 ms', 'CPU µs per request', 'CPU µs added', 'throughput kept'],
  rows: FRAMEWORKS.flatMap((framework) =>
    LIMITINGS.map((limiting) => [
      `${framework}, ${limiting === 'peer' ? PEERS[framework] : limiting}`,
      ...['perSecond', 'p99', 'cpu', 'added', 'kept'].map((reading) =>
        samples.median(framework, `${limiting} ${reading}@${connections}`),
      ),
    ]),
  ),
})

async function run(effort: Effort): Promise<Report> {
  const redis = await startBenchRedis('load')
  try {
    const groups = FRAMEWORKS.map((framework) => [compared(redis, framework, effort)])
    const samples = await measure(groups, Math.ceil(effort.rounds / 2), effort.progress)
    return {
      measures: CONNECTIONS.flatMap((connections) =>
        FRAMEWORKS.map((framework) => measureOf(samples, framework, connections)),
      ),
      tables: CONNECTIONS.map((connections) => tableOf(samples, connections)),
    }
  } finally {
    await redis.stop()
  }
}

export const http: Suite = {
  name: 'http',
  about: "what limiting adds to a web server, beside each framework's own middleware on Redis",
  run,
}
