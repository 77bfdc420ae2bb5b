import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { memoryStore, type Policy, redisStore, type Store } from '../src/index.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const MOST = 16
const kinds = everyKind(10)
/** Policies of these kinds in turn, each with a name of its own. */
const crowd = (of: readonly Policy[], count: number): Policy[] =>
  Array.from({ length: count }, (_, at) => ({ ...of[at % of.length]!, name: `${count} ${at}` }))

describe('a script of very many policies', () => {
  it.each([...kinds.map((kind) => [kind.name, [kind]] as const), ['every kind', kinds] as const])(
    'decides and takes back as memory does: %s',
    async (name, of) => {
      let now = 1_700_000_000_000
      const clock = () => now
      const stores = [memoryStore({ clock }), redisStore(redis, { clock, prefix: 'many:', timeout: '10s' })]

      async function answers(store: Store, policies: readonly Policy[]): Promise<unknown[]> {
        const chargesOf = (key: string, cost: number) =>
          policies.map((policy, at) => ({ policy, key: `${name} ${key}`, cost: at === 7 ? 2 * cost : cost }))
        const first = await store.consume(chargesOf('a', 3))
        const batch = await Promise.all(['a', 'b', 'a', 'c'].map((key) => store.consume(chargesOf(key, 1))))
        const taken = await store.refund(chargesOf('a', 3), first.at)
        return [
          first,
          ...batch,
          taken,
          await store.consume(chargesOf('a', 4)),
          await store.consume(chargesOf('a', 0)),
        ]
      }

      for (const count of [8, 9, MOST]) {
        const [memory, inRedis] = await Promise.allSettled(
          stores.map((store) => answers(store, crowd(of, count))),
        )
        expect(inRedis).toEqual(memory)
        now += 1_000
      }
    },
  )
})
