import { everyKind } from '@rl/contract'
import type { Redis } from 'ioredis6'
import { expect } from 'vitest'
import { type Charge, isStoreError, type Policy, redisStore } from '../../src/index.ts'
import { redisKey, tagOf } from '../../src/redis/keys.ts'

/** Every key with its value and the end of its life. */
const KEYSPACE = `
local found = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  found[#found + 1] = key .. ' ' .. redis.call('PEXPIRETIME', key) .. ' ' .. redis.sha1hex(redis.call('DUMP', key))
end
table.sort(found)
return found`

const policies = everyKind(10)
const others = everyKind(10).map((policy): Policy => ({ ...policy, name: `other ${policy.name}` }))

/** Each kind alone, before and after each kind, and all in one crowd. */
export const COMBINATIONS: readonly (readonly Policy[])[] = [
  ...policies.map((policy) => [policy]),
  ...policies.flatMap((first) => others.map((second) => [first, second])),
  [...policies, ...others],
]

export interface Scene {
  readonly admin: Redis
  /** What the limiter asks; its keys begin with `app:`. */
  readonly limited: Redis
  /** Takes away what the limiter needs. */
  break(): Promise<unknown>
  heal(): Promise<unknown>
}

/** Plays every verb while something is taken away; answers how many calls failed, none of which may have changed a thing. */
export async function play(scene: Scene, combination: readonly Policy[]): Promise<number> {
  const { admin, limited } = scene
  await admin.flushall()
  let now = 1_700_000_000_000
  const options = { prefix: 'app:', timeout: '10s', onWarning: () => {} } as const
  const injected = redisStore(limited, { ...options, clock: () => now })
  const byServer = redisStore(limited, options)
  const chargesOf = (key: string, cost = 1): Charge[] => combination.map((policy) => ({ policy, key, cost }))
  const nameOf = (key: string, policy: Policy) => redisKey('app:', String(tagOf(key)), policy)

  await injected.consume(chargesOf('old', 3))
  now += 3_599_990
  const spent = await injected.consume(chargesOf('spent', 3))
  const whole = await injected.consume(chargesOf('whole', 2))
  for (const policy of combination) {
    await admin.hset(nameOf('foreign', policy), 'a', '1')
    await admin.rpush(nameOf('garbage', policy), 'a', 'b')
  }
  now += 20 // what `old` was charged is over in a log, and nothing else is

  let failures = 0
  /** Either all succeed, or each is a StoreError and nothing at all has changed. */
  async function all(...calls: readonly (() => Promise<unknown>)[]): Promise<void> {
    const before = await admin.eval(KEYSPACE, 0)
    const results = await Promise.allSettled(calls.map((call) => call()))
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    if (failed.length === 0) return
    failures++
    expect(failed).toHaveLength(calls.length)
    for (const error of failed) expect(error).toSatisfy(isStoreError)
    expect(await admin.eval(KEYSPACE, 0)).toEqual(before)
  }
  const consume = (key: string, cost: number) => () => injected.consume(chargesOf(key, cost))

  await scene.break()
  try {
    // All of what every other policy was charged, and a part of the others.
    const uneven = chargesOf('whole').map((charge, at) => ({ ...charge, cost: 1 + (at % 2) }))
    await all(() => injected.refund(uneven, whole.at))
    await all(() => injected.refund(chargesOf('whole', 2), whole.at))
    await all(() => injected.refund(chargesOf('spent', 1), spent.at))
    await all(consume('fresh', 1))
    await all(consume('spent', 2))
    await all(() => byServer.consume(chargesOf('timed')))
    await all(consume('foreign', 1))
    await all(consume('garbage', 1))
    // Only a peek is under way, so the others travel together.
    const peek = injected.consume(chargesOf('spent'), { dry: true }).catch(() => {})
    await all(...['new', 'spent', 'old', 'foreign', 'more'].map((key) => consume(key, 1)))
    await peek
    await all(consume('old', 2))
    await all(() => injected.reset(chargesOf('spent')))
  } finally {
    await scene.heal()
  }
  return failures
}
