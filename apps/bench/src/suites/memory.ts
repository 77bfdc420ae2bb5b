import { setTimeout as sleep } from 'node:timers/promises'
import type { Policy } from '@rl/core'
import { Redis } from 'ioredis'
import { KINDS, type Kind } from '../policies.ts'
import { captured, type ScriptCall } from '../redis/captured.ts'
import { inTurns } from '../redis/driven.ts'
import { RANDOM } from '../redis/load.ts'
import { recipe } from '../redis/recipe.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import type { Effort, Report, Suite } from '../suite.ts'

interface Taken {
  readonly perKey: number
  readonly keyLength: number
}

async function usedMemory({ control }: BenchRedis): Promise<number> {
  const read = async (section: string, name: string) =>
    Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(await control.info(section))?.[1])
  // The buffers of a connection that drives are no part of a key.
  while ((await read('clients', 'connected_clients')) > 1) await sleep(5)
  return read('memory', 'used_memory')
}

/** Two checks of each key, and what Redis then holds. */
async function take(redis: BenchRedis, call: ScriptCall, keys: number): Promise<Taken> {
  const { control, port } = redis
  const sha = String(await control.script('LOAD', call.lua))
  const keysOf = (place: number) =>
    call.keys.map((key) => key.replace(RANDOM, String(place).padStart(12, '0')))
  const check = (client: Redis, place: number) =>
    client.evalsha(sha, call.keys.length, ...keysOf(place), ...call.args)
  // The first use of a command leaves its histogram behind.
  for (let time = 0; time < 2; time++) await check(control, 0)
  await control.flushall()
  const before = await usedMemory(redis)
  const driving = new Redis({ port, host: '127.0.0.1', enableAutoPipelining: true })
  await inTurns(2 * keys, async (place) => void (await check(driving, place % keys)))
  driving.disconnect()
  const perKey = Math.round(((await usedMemory(redis)) - before) / keys)
  return { perKey, keyLength: keysOf(0)[0]!.length }
}

/** With names and keys as short as make a Redis key of 24 characters, and as a user would have them. */
const forms: readonly { readonly key: string; make(kind: Kind): Policy }[] = [
  { key: RANDOM, make: (kind) => kind.make('p1') },
  { key: `client:bench${RANDOM}`, make: (kind) => kind.make() },
]

async function run(effort: Effort): Promise<Report> {
  // Halves only: the hash table of Redis doubles, and is to be as full as with 100 000 keys.
  const keys = Math.ceil(100_000 / 2 ** Math.max(0, Math.ceil(Math.log2(1 / effort.scale))))
  const redis = await startBenchRedis()
  try {
    const short = recipe(`recipe:bench${RANDOM}`, 1_000_000, 1, 3_600_000)
    // The first connection that drives leaves something behind, too.
    await take(redis, short, 100)
    const taken = new Map<string, readonly Taken[]>()
    for (const kind of KINDS) {
      const all: Taken[] = []
      for (const { key, make } of forms) all.push(await take(redis, await captured([make(kind)], key), keys))
      taken.set(kind.name, all)
      effort.progress(kind.name)
    }
    const { perKey } = await take(redis, short, keys)
    return {
      measures: [...taken]
        .filter(([name]) => !name.includes('log'))
        .map(([name, [first]]) => ({
          name: `${name}: bytes per key`,
          value: first!.perKey,
          goal: { most: 165 },
        })),
      tables: [
        {
          title: `Memory of Redis per key, bytes of used_memory over ${keys.toLocaleString('en-US')} keys`,
          columns: [
            '',
            'Redis key of 24 characters',
            'user key of 24 characters',
            'its Redis key, characters',
          ],
          rows: [
            ...[...taken].map(([name, [first, second]]) => [
              name,
              first!.perKey,
              second!.perKey,
              second!.keyLength,
            ]),
            ['the recipe', String(perKey), '', ''],
          ],
          note: 'Two checks of each key, so the log holds two entries.',
        },
      ],
    }
  } finally {
    await redis.stop()
  }
}

export const memory: Suite = { name: 'memory', about: 'what one key costs Redis in memory', run }
