import { FRAMEWORKS, type Framework, LIMITINGS, type Limiting } from '../http/serving.ts'
import { type HttpServer, startHttpServer } from '../http-server.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import { measure, type Samples, type Subject, shuffled } from '../rounds.ts'
import { type Effort, type Measure, type Report, type Suite, scaled, type Table } from '../suite.ts'
import { ask } from '../worker.ts'
import type { HttpLoadAnswer, HttpLoadRequest } from '../workers/http-load.ts'

const CONNECTIONS = [64, 1]
const REQUESTS = new Map([
  [64, 8_000],
  [1, 1_500],
])
// What limiting adds is the small difference of two large numbers, and a round of it is short.
const TIMES_THE_ROUNDS = 3

const PEERS: Record<Framework, string> = {
  express: 'express-rate-limit + rate-limit-redis',
  fastify: '@fastify/rate-limit',
  koa: 'koa-ratelimit',
  hono: 'hono-rate-limiter',
}

type Servers = Readonly<Record<Limiting, HttpServer>>

const load = (server: HttpServer, connections: number, requests: number) =>
  ask<HttpLoadRequest, HttpLoadAnswer>('http-load.ts', { port: server.port, connections, requests })

async function warmedUp(redis: BenchRedis, framework: Framework, limiting: Limiting, effort: Effort) {
  const server = await startHttpServer(framework, limiting, redis.port)
  await load(server, 64, scaled(effort, 24_000, 3_000))
  await load(server, 1, scaled(effort, 3_000, 500))
  return server
}

/** The three ways of one framework as one subject, so that what limiting adds is told within a round. */
const compared = (framework: Framework, servers: Servers, effort: Effort): Subject => ({
  name: framework,
  async sample() {
    const all: Record<string, number> = {}
    for (const connections of CONNECTIONS) {
      const requests = scaled(effort, REQUESTS.get(connections)!, 200)
      for (const limiting of shuffled(LIMITINGS)) {
        const before = await servers[limiting].cpuUs()
        const { perSecond, p99 } = await load(servers[limiting], connections, requests)
        all[`${limiting} cpu@${connections}`] = ((await servers[limiting].cpuUs()) - before) / requests
        all[`${limiting} perSecond@${connections}`] = perSecond
        all[`${limiting} p99@${connections}`] = p99
      }
      for (const limiting of LIMITINGS) {
        const value = (name: string, of: Limiting) => all[`${of} ${name}@${connections}`]!
        all[`${limiting} added@${connections}`] = value('cpu', limiting) - value('cpu', 'none')
        all[`${limiting} kept@${connections}`] = value('perSecond', limiting) / value('perSecond', 'none')
      }
    }
    return all
  },
})

/** Measures one framework on three servers that stay: a process made anew differs from the last by more than a limiter adds. */
async function measured(redis: BenchRedis, framework: Framework, effort: Effort): Promise<Samples> {
  const servers = {
    none: await warmedUp(redis, framework, 'none', effort),
    ours: await warmedUp(redis, framework, 'ours', effort),
    peer: await warmedUp(redis, framework, 'peer', effort),
  }
  try {
    const progress = (line: string) => effort.progress(`${framework}: ${line}`)
    const rounds = effort.rounds * TIMES_THE_ROUNDS
    return await measure([[compared(framework, servers, effort)]], rounds, progress)
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()))
  }
}

const measureOf = (samples: Samples, framework: Framework, connections: number): Measure => ({
  name: `CPU added per request, ${framework}, ${connections === 1 ? '1 connection' : `${connections} connections`}: ours / peer`,
  value: samples.ratio(framework, framework, `ours added@${connections}`, `peer added@${connections}`),
  goal: { most: connections === 1 ? 1 : framework === 'hono' ? 0.6 : 0.45 },
})

const tableOf = (all: ReadonlyMap<Framework, Samples>, connections: number): Table => ({
  title: `${connections === 1 ? '1 connection' : `${connections} connections`}`,
  columns: ['', 'requests/s', 'p99 ms', 'CPU µs per request', 'CPU µs added', 'throughput kept'],
  rows: [...all].flatMap(([framework, samples]) =>
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
  const all = new Map<Framework, Samples>()
  try {
    for (const framework of FRAMEWORKS) all.set(framework, await measured(redis, framework, effort))
  } finally {
    await redis.stop()
  }
  return {
    measures: CONNECTIONS.flatMap((connections) =>
      [...all].map(([framework, samples]) => measureOf(samples, framework, connections)),
    ),
    tables: CONNECTIONS.map((connections) => tableOf(all, connections)),
  }
}

export const http: Suite = {
  name: 'http',
  about: "what limiting adds to a web server, beside each framework's own middleware on Redis",
  run,
}
