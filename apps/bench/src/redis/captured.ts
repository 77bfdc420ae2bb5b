import { type Charge, type Policy, type RedisClient, redisStore } from '@rl/core'

/** A script call as it goes to Redis. */
export interface ScriptCall {
  readonly lua: string
  readonly keys: readonly string[]
  readonly args: readonly string[]
}

/** The script call that the store really sends for a check of these policies. */
export async function captured(policies: readonly Policy[], key: string): Promise<ScriptCall> {
  let call: ScriptCall | undefined
  const recording: RedisClient = {
    // Redis that knows no script is told the text too.
    evalsha: async () => {
      throw new Error('NOSCRIPT No matching script. Please use EVAL.')
    },
    eval: async (lua, keys, args) => {
      call = { lua, keys, args }
      throw new Error('recorded')
    },
  }
  const charges: Charge[] = policies.map((policy) => ({ policy, key, cost: 1 }))
  await redisStore(recording)
    .consume(charges)
    .catch(() => {})
  if (call === undefined) throw new Error('The store asked Redis nothing')
  return call
}
