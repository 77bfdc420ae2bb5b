import { setTimeout as sleep } from 'node:timers/promises'
import { type Charge, type Policy, type RedisClient, redisStore } from '@rl/core'

/** A script call as it goes to Redis. */
export interface ScriptCall {
  readonly lua: string
  readonly keys: readonly string[]
  readonly args: readonly string[]
}

// The store tells the script how late it may act: a call that is sent again and again must not get too late.
const timeout = '1h'

/**
 * The call that the store really sends for `checks` checks of these policies: for one, what it sends when nothing is
 * under way; for more, the one batch in which they travel.
 */
export async function captured(policies: readonly Policy[], key: string, checks = 1): Promise<ScriptCall> {
  const calls: ScriptCall[] = []
  const recording: RedisClient = {
    // A Redis that knows no script is told the text too.
    evalsha: () => Promise.reject(new Error('NOSCRIPT No matching script. Please use EVAL.')),
    async eval(lua, keys, args) {
      calls.push({ lua, keys, args })
      await sleep(5) // while it is under way, the others are gathered
      return [Date.now(), ...keys.flatMap(() => [1, 0])]
    },
  }
  const store = redisStore(recording, { timeout })
  const charges: Charge[] = policies.map((policy) => ({ policy, key, cost: 1 }))
  const ahead = checks > 1 ? [store.consume(charges)] : []
  await Promise.all([...ahead, ...Array.from({ length: checks }, () => store.consume(charges))])
  const call = calls.find(({ keys }) => keys.length === checks * policies.length)
  if (call === undefined) throw new Error(`The store sent no call with ${checks} checks`)
  return call
}
