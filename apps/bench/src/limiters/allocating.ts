import { createGuard, memoryStore, redisStore } from '@rl/core'
import { ioredis } from './connect.ts'
import { ENDLESS } from './limiter.ts'
import { MEMORY_LIMITERS } from './memory.ts'
import { bucket } from './ours.ts'
import { REDIS_LIMITERS } from './redis.ts'

/** Something that is called for one key at a time, of which the bytes that it takes from the heap are told. */
interface Allocating {
  call(key: string): Promise<unknown>
}

type Make = (port: number) => Promise<Allocating>

const timeout = '10s'
const inMemory =
  (name: keyof typeof MEMORY_LIMITERS): Make =>
  async () => ({ call: MEMORY_LIMITERS[name](ENDLESS) })
const onRedis =
  (name: keyof typeof REDIS_LIMITERS): Make =>
  async (port) => {
    const limiter = await REDIS_LIMITERS[name](port, ENDLESS)
    return { call: (key) => limiter.consume(key) }
  }

const settings = { policies: bucket(ENDLESS), key: ({ ip }: { ip: string }) => ip }

export const ALLOCATING = {
  'ours, in memory': inMemory('ours'),
  'rate-limiter-flexible, in memory': inMemory('rate-limiter-flexible'),
  'a guard, in memory': async () => {
    const guard = createGuard<{ ip: string }>({ store: memoryStore(), ...settings })
    return { call: (ip) => guard({ ip }) }
  },
  'ours, ioredis': onRedis('ours, ioredis'),
  'ours, node-redis': onRedis('ours, node-redis'),
  'rate-limiter-flexible, ioredis': onRedis('rate-limiter-flexible, ioredis'),
  'rate-limiter-flexible, node-redis': onRedis('rate-limiter-flexible, node-redis'),
  'a guard, ioredis': async (port) => {
    const guard = createGuard<{ ip: string }>({
      store: redisStore(await ioredis(port), { timeout }),
      ...settings,
    })
    return { call: (ip) => guard({ ip }) }
  },
} as const satisfies Record<string, Make>

export type AllocatingName = keyof typeof ALLOCATING
