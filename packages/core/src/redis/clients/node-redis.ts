import type { RedisClient } from '../client.ts'

/** The part that is used of node-redis 4, 5 and 6: a client, cluster, pool or sentinel. */
export interface NodeRedisLike {
  evalSha(sha: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  eval(lua: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  readonly masters?: unknown
}

export function nodeRedis(client: NodeRedisLike): RedisClient {
  return {
    evalsha: (sha, keys, args) => client.evalSha(sha, { keys, arguments: args }),
    eval: (lua, keys, args) => client.eval(lua, { keys, arguments: args }),
    cluster: Array.isArray(client.masters),
  }
}
