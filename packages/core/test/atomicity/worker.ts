import { Cluster, Redis } from 'ioredis6'
import { createClient, createCluster } from 'redis6'
import { everyKind } from '../../../contract/src/every-kind.ts'
import { redisStore, type Store } from '../../src/index.ts'

/** What a worker is told. */
export interface Order {
  readonly client: 'ioredis' | 'node-redis'
  readonly servers: 'single' | 'cluster'
  readonly ports: readonly number[]
  readonly connections: number
  readonly callsEach: number
  readonly capacity: number
}

/** What it answers: what was left after each call that was allowed, for every kind of policy; and what went wrong. */
export interface Report {
  readonly left: Readonly<Record<string, readonly number[]>>
  readonly failures: readonly string[]
}

async function connect({ client, servers, ports }: Order): Promise<{ store: Store; close(): unknown }> {
  // Two hundred connections that start at once on two cores answer late, and here it is not lateness that is tested.
  const options = { timeout: '30s' } as const
  const urls = ports.map((port) => ({ url: `redis://127.0.0.1:${port}` }))
  if (client === 'ioredis') {
    const lazy = { lazyConnect: true }
    const redis =
      servers === 'cluster'
        ? new Cluster([...urls.map(({ url }) => url)], lazy)
        : new Redis(urls[0]!.url, lazy)
    await redis.connect()
    return { store: redisStore(redis, options), close: () => redis.disconnect() }
  }
  if (servers === 'cluster') {
    const redis = createCluster({ rootNodes: urls })
    await redis.connect()
    return { store: redisStore(redis, options), close: () => redis.destroy() }
  }
  const redis = await createClient(urls[0]!).connect()
  return { store: redisStore(redis, options), close: () => redis.destroy() }
}

// As a busy server has them: several requests wait on each connection.
const AT_ONCE = 10

async function work(order: Order, go: Promise<unknown>): Promise<Report> {
  const connections = await Promise.all(Array.from({ length: order.connections }, () => connect(order)))
  process.send?.('ready')
  await go
  const left: Record<string, number[]> = {}
  const failures: string[] = []
  for (const policy of everyKind(order.capacity)) {
    const own: number[] = []
    left[policy.name] = own
    const charges = [{ policy, key: `atomicity ${order.client}`, cost: 1 }]
    const callAll = async ({ store }: { store: Store }) => {
      for (let calls = 0; calls < order.callsEach; calls += AT_ONCE) {
        const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => store.consume(charges)))
        for (const { verdicts } of outcomes) if (verdicts[0]!.allowed) own.push(verdicts[0]!.remaining)
      }
    }
    const ends = await Promise.allSettled(connections.map(callAll))
    for (const end of ends) if (end.status === 'rejected') failures.push(String(end.reason))
  }
  await Promise.all(connections.map(({ close }) => close()))
  return { left, failures }
}

process.once('message', async (order: Order) => {
  const go = new Promise((resolve) => process.once('message', resolve))
  process.send?.(await work(order, go))
  process.disconnect()
})
