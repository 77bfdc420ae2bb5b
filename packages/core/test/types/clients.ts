// Compiled with the type check, never run: what `redisStore` takes without a cast, and what it refuses.
import { Cluster as Cluster5, Redis as Redis5 } from 'ioredis5'
import { Cluster as Cluster6, Redis as Redis6 } from 'ioredis6'
import {
  createClient as createClient4,
  createCluster as createCluster4,
  defineScript as defineScript4,
  type RedisClientType as RedisClientType4,
} from 'redis4'
import {
  createClient as createClient5,
  createClientPool as createClientPool5,
  createCluster as createCluster5,
  createSentinel as createSentinel5,
  type RedisClientType as RedisClientType5,
} from 'redis5'
import {
  createClient as createClient6,
  createClientPool as createClientPool6,
  createCluster as createCluster6,
  createSentinel as createSentinel6,
  defineScript as defineScript6,
  type RedisClientPoolType as RedisClientPoolType6,
  type RedisClientType as RedisClientType6,
  type RedisClusterType as RedisClusterType6,
  type RedisSentinelType as RedisSentinelType6,
} from 'redis6'
import { type RedisClient, redisStore } from '../../src/index.ts'

export const ioredis = [
  redisStore(new Redis5()),
  redisStore(new Redis6()),
  redisStore(new Redis6({ keyPrefix: 'app:', enableAutoPipelining: true })),
  redisStore(new Redis6({ sentinels: [{ host: '127.0.0.1', port: 26_379 }], name: 'primary' })),
  redisStore(new Cluster5([{ host: '127.0.0.1', port: 7_000 }])),
  redisStore(new Cluster6([{ host: '127.0.0.1', port: 7_000 }])),
]

const rootNodes = [{ url: 'redis://127.0.0.1:7000' }]
const sentinels = { name: 'primary', sentinelRootNodes: [{ host: '127.0.0.1', port: 26_379 }] }

export const nodeRedis = [
  redisStore(createClient4()),
  redisStore(createClient4({ legacyMode: false })),
  redisStore(createCluster4({ rootNodes })),
  redisStore(createClient5()),
  redisStore(createClient5({ RESP: 3 })),
  redisStore(createCluster5({ rootNodes })),
  redisStore(createClientPool5()),
  redisStore(createSentinel5(sentinels)),
  redisStore(createClient6()),
  redisStore(createClient6({ RESP: 2 })),
  redisStore(createClient6({ RESP: 3 })),
  redisStore(createCluster6({ rootNodes })),
  redisStore(createClientPool6()),
  redisStore(createSentinel6(sentinels)),
]

const script4 = defineScript4({
  SCRIPT: 'return 1',
  NUMBER_OF_KEYS: 1,
  transformArguments: (key: string) => [key],
  transformReply: (reply: number) => reply,
})
const script6 = defineScript6({
  SCRIPT: 'return 1',
  NUMBER_OF_KEYS: 1,
  parseCommand: (parser, key: string) => parser.pushKey(key),
  transformReply: (reply: unknown) => reply,
})

/** Clients that were made wider by scripts, modules and functions of their own. */
export const extended = [
  redisStore(createClient4({ scripts: { own: script4 }, modules: {}, functions: {} })),
  redisStore(createClient6({ scripts: { own: script6 }, modules: {}, functions: {} })),
  redisStore(createClient6({ scripts: { own: script6 }, RESP: 3 })),
  redisStore(createCluster6({ rootNodes, scripts: { own: script6 } })),
]

/** Clients whose type was written out, as in a function's parameter. */
export const declared = (
  client4: RedisClientType4,
  client5: RedisClientType5,
  client6: RedisClientType6,
  cluster6: RedisClusterType6,
  pool6: RedisClientPoolType6,
  sentinel6: RedisSentinelType6,
  created6: ReturnType<typeof createClient6>,
  awaited6: Awaited<ReturnType<ReturnType<typeof createClient6>['connect']>>,
) =>
  [client4, client5, client6, cluster6, pool6, sentinel6, created6, awaited6].map((client) =>
    redisStore(client),
  )

const own: RedisClient = {
  evalsha: async (sha, keys, args) => [sha, keys, args],
  eval: async (lua, keys, args) => [lua, keys, args],
}
class Own implements RedisClient {
  readonly cluster = true
  async evalsha(_sha: string, keys: string[]): Promise<number> {
    return keys.length
  }
  async eval(): Promise<unknown> {
    return undefined
  }
}
export const ones = [redisStore(own), redisStore(new Own()), redisStore({ ...own, cluster: false })]

export const refused = [
  // @ts-expect-error nothing at all
  redisStore(),
  // @ts-expect-error an object that can do nothing
  redisStore({}),
  // @ts-expect-error an address: the client is the caller's
  redisStore('redis://127.0.0.1:6379'),
  // @ts-expect-error the options of a client
  redisStore({ host: '127.0.0.1', port: 6_379 }),
  // @ts-expect-error half a client
  redisStore({ evalsha: own.evalsha }),
  // @ts-expect-error a client that answers at once
  redisStore({ evalsha: () => 1, eval: () => 1 }),
  // @ts-expect-error a client to be
  redisStore(createClient6().connect()),
  // @ts-expect-error a class
  redisStore(Redis6),
  // @ts-expect-error a pipeline answers when it is executed
  redisStore(new Redis5().pipeline()),
  // @ts-expect-error the same of ioredis 6
  redisStore(new Redis6().pipeline()),
  // @ts-expect-error a transaction answers when it is executed
  redisStore(createClient4().multi()),
  // @ts-expect-error the same of node-redis 5
  redisStore(createClient5().multi()),
  // @ts-expect-error the same of node-redis 6
  redisStore(createClient6().multi()),
  // @ts-expect-error the old style, which takes callbacks
  redisStore(createClient6().legacy()),
  // @ts-expect-error an option that there is not
  redisStore(own, { keyPrefix: 'app:' }),
  // @ts-expect-error a deadline without its unit
  redisStore(own, { timeout: 250 }),
  // @ts-expect-error a deadline in a unit that there is not
  redisStore(own, { timeout: '250 milliseconds' }),
]
