import type { RedisClient } from '../client.ts'

/** The part that is used of ioredis 5 and 6: a `Redis` or a `Cluster`, sentinels included. */
export interface IoredisLike {
  /** `EVALSHA`. */
  evalsha(sha: string, numberOfKeys: number, ...keysAndArgs: string[]): Promise<unknown>
  /** `EVAL`. */
  eval(lua: string, numberOfKeys: number, ...keysAndArgs: string[]): Promise<unknown>
  /** Not called: tells it from a {@link RedisClient}. */
  // biome-ignore lint/suspicious/noExplicitAny: only its presence tells ioredis from a RedisClient
  defineCommand(...args: any[]): unknown
  /** Whether it is a `Cluster`. */
  readonly isCluster?: boolean
}

export function ioredis(client: IoredisLike): RedisClient {
  return {
    evalsha: (sha, keys, args) => client.evalsha(sha, keys.length, ...keys, ...args),
    eval: (lua, keys, args) => client.eval(lua, keys.length, ...keys, ...args),
    cluster: client.isCluster === true,
  }
}
