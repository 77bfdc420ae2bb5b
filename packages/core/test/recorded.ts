import type { RedisClient } from '../src/index.ts'

export interface Call {
  readonly verb: 'evalsha' | 'eval'
  /** The SHA-1 or the text. */
  readonly script: string
  readonly keys: readonly string[]
  readonly args: readonly string[]
}

/** A client that remembers what it was asked. */
export function recorded(client: RedisClient): { client: RedisClient; calls: Call[] } {
  const calls: Call[] = []
  const remember =
    (verb: Call['verb']): RedisClient['eval'] =>
    (script, keys, args) => {
      calls.push({ verb, script, keys: [...keys], args: [...args] })
      return client[verb](script, keys, args)
    }
  return { calls, client: { evalsha: remember('evalsha'), eval: remember('eval') } }
}
