import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type RedisCluster, startCluster } from '../../../tooling/servers/index.ts'
import { type Charge, type RedisClient, redisStore } from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'
import { slotOf } from '../src/redis/slot.ts'
import { CLUSTER_CLIENTS } from './cluster-clients.ts'

// No server's clock can be set for a test alone. This client moves it instead: what a node says of its time, and the
// times that it is told, are those of a clock that is ahead by so much.
function ahead(client: RedisClient, aheadOf: (keys: string[]) => number, latestAt: number) {
  const calls: { keys: string[]; refused: boolean }[] = []
  const moved =
    (verb: 'evalsha' | 'eval'): RedisClient['eval'] =>
    async (script, keys, args) => {
      const ms = aheadOf(keys)
      const told = args.map((arg, place) => (place === latestAt ? String(Number(arg) - ms) : arg))
      const [at, ...rest] = (await client[verb](script, keys, told)) as number[]
      calls.push({ keys, refused: rest.length === 0 })
      return [at! + ms, ...rest]
    }
  return {
    calls,
    client: { ...client, evalsha: moved('evalsha'), eval: moved('eval') } satisfies RedisClient,
  }
}

const [policy] = everyKind(10)
const LATEST_AT = policy!.numbers.length
const chargesOf = (key: string): Charge[] => [{ policy: policy!, key, cost: 1 }]
const SECOND = 1_000

describe('a server whose clock', () => {
  const redis = new Redis(inject('redisSocket'))
  afterAll(() => redis.disconnect())
  const serverAhead = (aheadMs: () => number) => {
    const moved = ahead(detect(redis), aheadMs, LATEST_AT)
    return { ...moved, store: redisStore(moved.client, { prefix: 'late:', timeout: '900ms' }) }
  }

  it.each([
    ['is behind ours', -60 * SECOND, 0],
    ['agrees with ours', 0, 0],
    ['is ahead of ours, as the first reply tells', 60 * SECOND, 1],
  ])('%s decides the first call', async (name, ms, refusals) => {
    await serverAhead(() => 0).store.consume(chargesOf('script'))
    const { store, calls } = serverAhead(() => ms)
    for (const left of [9, 8, 7]) {
      const { verdicts, at } = await store.consume(chargesOf(name))
      expect(verdicts[0]).toMatchObject({ allowed: true, remaining: left })
      expect(Math.abs(at - ms - Date.now())).toBeLessThan(SECOND * 30)
    }
    expect(calls.filter(({ refused }) => refused)).toHaveLength(refusals)
  })

  it.each([
    ['forward', [0, 5 * SECOND, 65 * SECOND]],
    ['back', [65 * SECOND, 5 * SECOND, 0]],
    ['to and fro', [0, 65 * SECOND, 0, -65 * SECOND, 65 * SECOND]],
  ])('steps %s decides all the same', async (name, steps) => {
    let ms = 0
    const { store } = serverAhead(() => ms)
    let left = 10
    for (const step of steps) {
      ms = step
      for (let call = 0; call < 2; call++) {
        const { verdicts } = await store.consume(chargesOf(`step ${name}`))
        expect(verdicts[0]).toMatchObject({ allowed: true, remaining: --left })
      }
    }
  })

  it('steps with every call is asked again for as long as there is time, and then it is a StoreError', async () => {
    let ms = 0
    const { store, calls } = serverAhead(() => {
      ms += 5 * SECOND
      return ms
    })
    await expect(store.consume(chargesOf('leaps'))).rejects.toThrow('did not answer within 900 ms')
    expect(calls.length).toBeGreaterThan(2)
    expect(await redis.exists(`late:rl1:{leaps}:${policy!.name}:${policy!.algorithm.id}`)).toBe(0)
  })

  it('is an injected one is told no latest time', async () => {
    const { client, calls } = ahead(detect(redis), () => 0, -1)
    const told: string[][] = []
    const watched: RedisClient = {
      ...client,
      evalsha: (sha, keys, args) => {
        told.push(args)
        return client.evalsha(sha, keys, args)
      },
    }
    const store = redisStore(watched, { prefix: 'late:', clock: () => 1_700_000_000_000 })
    await store.consume(chargesOf('injected'))
    expect(told.map((args) => args[LATEST_AT])).toEqual([''])
    expect(calls.every(({ refused }) => !refused)).toBe(true)
  })
})

describe('a cluster whose nodes have clocks a second apart', () => {
  let cluster: RedisCluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster?.stop())

  const nodeOf = (key: string): number => Math.min(2, Math.floor((slotOf(key) * 3) / 16_384))

  it.each(CLUSTER_CLIENTS)('is asked in time, node by node: $name', async ({ name, connect }) => {
    const { client, close } = await connect(cluster.endpoints)
    onTestFinished(async () => void (await close()))
    const tagOf = (redisKey: string) => /\{(.*)\}/.exec(redisKey)![1]!
    const moved = ahead(detect(client), ([first]) => SECOND * (nodeOf(tagOf(first!)) - 1), LATEST_AT)
    const store = redisStore(moved.client, { prefix: 'late:', timeout: '900ms' })
    const keys = Array.from({ length: 60 }, (_, nth) => `${name} ${nth}`)
    for (const left of [9, 8, 7]) {
      for (const key of keys) {
        const { verdicts } = await store.consume(chargesOf(key))
        expect(verdicts[0]).toMatchObject({ allowed: true, remaining: left })
      }
    }
    // Each slot is learnt by itself: refused at most once each, and never by a node that is behind.
    const refused = moved.calls.filter((call) => call.refused).map(({ keys: [first] }) => tagOf(first!))
    expect(new Set(refused).size).toBe(refused.length)
    expect(refused.filter((tag) => nodeOf(tag) === 0)).toEqual([])
  })
})
