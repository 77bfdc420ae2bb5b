import { resolve } from 'node:path'
import { everyKind } from '@rl/contract'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { type RedisCluster, startCluster } from '../../../tooling/servers/index.ts'
import { runWorkers } from './atomicity/run.ts'
import type { Report } from './atomicity/worker.ts'
import { bundle } from './bundle.ts'

// Four processes on the two cores of a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 })

const PROCESSES = 4
const CAPACITY = 50

let worker: { file: string; remove(): Promise<void> }
let cluster: RedisCluster
beforeAll(async () => {
  ;[worker, cluster] = await Promise.all([
    bundle(resolve(import.meta.dirname, 'atomicity/worker.ts')),
    startCluster(),
  ])
})
afterAll(async () => {
  await worker?.remove()
  await cluster?.stop()
})

/** Exactly the capacity was admitted by all together, and each unit of it once. */
function expectExact(reports: readonly Report[]): void {
  expect(reports.flatMap(({ failures }) => failures)).toEqual([])
  const countdown = Array.from({ length: CAPACITY }, (_, spent) => CAPACITY - 1 - spent)
  for (const { name } of everyKind(CAPACITY)) {
    const left = reports.flatMap((report) => report.left[name] ?? [])
    expect(
      left.sort((a, b) => b - a),
      name,
    ).toEqual(countdown)
  }
}

describe.each(['ioredis', 'node-redis'] as const)('four processes over %s', (client) => {
  it('C083 never share a unit on one server: 50 connections each, 100 calls a connection', async () => {
    const order = { client, servers: 'single', ports: [inject('redisPort')], capacity: CAPACITY } as const
    expectExact(await runWorkers(worker.file, PROCESSES, { ...order, connections: 50, callsEach: 100 }))
  })

  it('C083 never share a unit on a cluster', async () => {
    const ports = cluster.endpoints.map(({ port }) => port)
    const order = { client, servers: 'cluster', ports, capacity: CAPACITY } as const
    expectExact(await runWorkers(worker.file, PROCESSES, { ...order, connections: 10, callsEach: 20 }))
  })
})
