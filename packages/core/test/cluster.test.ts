import { describeRedisClient, describeStore, everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type RedisCluster, type RedisServer, startCluster, until } from '../../../tooling/servers/index.ts'
import { type Charge, isStoreError, redisStore, type Store } from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'
import { redisKey, tagOf } from '../src/redis/keys.ts'
import { CLUSTER_CLIENTS } from './cluster-clients.ts'
import { movingSlot } from './moving-slot.ts'

let cluster: RedisCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.stop())

const policies = everyKind(10)
const chargesOf = (key: string): Charge[] => policies.map((policy) => ({ policy, key, cost: 1 }))

for (const { name, connect } of CLUSTER_CLIENTS) {
  describeStore(`redisStore over ${name}`, async (clock) => {
    const { client, close } = await connect(cluster.endpoints)
    return { store: redisStore(client, { clock, timeout: '10s' }), close }
  })

  describeRedisClient(name, async () => {
    const { client, close } = await connect(cluster.endpoints)
    return { client: detect(client), close }
  })
}

describe.each(CLUSTER_CLIENTS)('$name', ({ name, connect }) => {
  async function openStore(): Promise<Store> {
    const { client, close } = await connect(cluster.endpoints)
    onTestFinished(async () => {
      await close()
    })
    expect(detect(client).cluster).toBe(true)
    return redisStore(client, { timeout: '10s' })
  }

  const flush = (nodes: readonly RedisServer[]) =>
    Promise.all(nodes.map((node) => node.cli('script', 'flush', 'sync')))

  async function remainingOf(store: Store, keys: readonly string[]): Promise<Set<string>> {
    const outcomes = await Promise.all(keys.map((key) => store.consume(chargesOf(key))))
    return new Set(
      outcomes.map(({ verdicts }) =>
        verdicts.map(({ allowed, remaining }) => `${allowed} ${remaining}`).join(),
      ),
    )
  }

  const everywhere = (remaining: number) => new Set([policies.map(() => `true ${remaining}`).join()])

  it('C009 finds its way when only some nodes know the script', async () => {
    const store = await openStore()
    const keys = Array.from({ length: 300 }, (_, nth) => `C009 ${name} ${nth}`)
    await flush(cluster.nodes)
    await store.consume(chargesOf(`C009 ${name}`)) // one key is on one node
    expect(await remainingOf(store, keys)).toEqual(everywhere(9))
    await flush(cluster.nodes.slice(1, 2))
    expect(await remainingOf(store, keys)).toEqual(everywhere(8))
    const sizes = await Promise.all(cluster.nodes.map((node) => node.cli('dbsize')))
    expect(sizes.every((size) => Number(size) >= policies.length)).toBe(true)
  })

  it('follows a slot that moves while it counts', async () => {
    const store = await openStore()
    const slot = await movingSlot(cluster, policies, `moved ${name}`, async (key) => {
      expect(await remainingOf(store, [key])).toEqual(everywhere(9))
    })
    await slot.begin()
    await slot.move(slot.names)
    await flush([slot.target])
    expect(await remainingOf(store, [slot.key])).toEqual(everywhere(8)) // the owner answers ASK

    await slot.end()
    await flush([slot.target])
    expect(await remainingOf(store, [slot.key])).toEqual(everywhere(7)) // the owner answers MOVED
    const kept = await Promise.all(slot.names.map((name) => slot.target.cli('exists', name)))
    expect(kept).toEqual(slot.names.map(() => '1'))
  })

  it('charges once or not at all while some keys of a check have moved and some have not', async () => {
    const store = await openStore()
    const slot = await movingSlot(cluster, policies, `torn ${name}`, (key) => store.consume(chargesOf(key)))
    const refusals = async (): Promise<number> => {
      const stats = await Promise.all(cluster.nodes.map((node) => node.cli('info', 'errorstats')))
      return stats.reduce(
        (sum, text) => sum + Number(/errorstat_TRYAGAIN:count=(\d+)/.exec(text)?.[1] ?? 0),
        0,
      )
    }
    const before = await refusals()
    await slot.begin()
    await slot.move(slot.names.slice(0, 3))
    // The first goes alone and the others in one call; clients that ask again do so until all has moved.
    const asked = Promise.allSettled(Array.from({ length: 4 }, () => store.consume(chargesOf(slot.key))))
    await until('a refusal', async () => (await refusals()) > before)
    await slot.move(slot.names.slice(3))
    await slot.end()
    const answers = await asked
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    for (const error of errors) {
      expect(error).toSatisfy(isStoreError)
      expect(String(error.cause)).toContain('TRYAGAIN')
    }
    const told = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value.verdicts.map(({ remaining }) => remaining)] : [],
    )
    // Each counts once, in whatever order their client asked again.
    told.sort(([one], [other]) => other! - one!)
    expect(told).toEqual(told.map((_, nth) => policies.map(() => 8 - nth)))
    expect(await remainingOf(store, [slot.key])).toEqual(everywhere(8 - told.length))
  })
})

describe('keys on a cluster', () => {
  it('C013 spread over the slots by whom they are of, and those of one stay together', async () => {
    const node = new Redis(cluster.nodes[0]!.port)
    onTestFinished(() => node.disconnect())
    const slotsOf = async (names: readonly string[]): Promise<unknown[]> => {
      const replies = await names.reduce((all, each) => all.cluster('KEYSLOT', each), node.pipeline()).exec()
      return (replies ?? []).map(([, slot]) => slot)
    }
    const tags = Array.from({ length: 10_000 }, (_, id) => String(tagOf(`user:${id}`)))
    const slots = await slotsOf(tags.map((tag) => redisKey('app:', tag, policies[0]!)))
    for (const policy of policies) {
      const few = tags.slice(0, 100).map((tag) => redisKey('app:', tag, policy))
      expect(await slotsOf(few)).toEqual(slots.slice(0, 100))
    }
    expect(new Set(slots).size).toBeGreaterThan(7_000)
  })
})
