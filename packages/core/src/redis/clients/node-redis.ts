import type { RedisClient } from '../client.ts'

/** The part that is used of node-redis 4, 5 and 6: a client, cluster, pool or sentinel. */
export interface NodeRedisLike {
  /** `EVALSHA`. */
  evalSha(sha: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  /** `EVAL`. */
  eval(lua: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  /** There where it is a cluster. */
  readonly masters?: unknown
  /** Asked once for commands without a time-out of their own, where it is there. */
  // biome-ignore lint/suspicious/noExplicitAny: its options and what it returns differ by major and by the client's types
  withCommandOptions?(options: any): any
}

/** A cluster of node-redis 4 takes the first argument of `evalSha` and `eval` for the keys and asks any node: it must be told the key. */
interface Cluster4 {
  sendCommand(firstKey: string | undefined, readOnly: boolean, command: string[]): Promise<unknown>
}

const isCluster4 = (client: object): client is Cluster4 => 'masters' in client && !('destroy' in client)

const routed = (client: Cluster4, name: string, script: string, keys: string[], args: string[]) =>
  client.sendCommand(keys[0], false, [name, script, String(keys.length), ...keys, ...args])

export function nodeRedis(client: NodeRedisLike): RedisClient {
  if (isCluster4(client)) {
    return {
      evalsha: (sha, keys, args) => routed(client, 'EVALSHA', sha, keys, args),
      eval: (lua, keys, args) => routed(client, 'EVAL', lua, keys, args),
      cluster: true,
    }
  }
  // A time-out of its own for each command costs node-redis 6 more than all else, and the store has its own deadline.
  const asked: NodeRedisLike = client.withCommandOptions?.({ timeout: 0 }) ?? client
  return {
    evalsha: (sha, keys, args) => asked.evalSha(sha, { keys, arguments: args }),
    eval: (lua, keys, args) => asked.eval(lua, { keys, arguments: args }),
    cluster: Array.isArray(client.masters),
  }
}

/** Whether nobody hears the errors of a node-redis client: it then ends the process when Redis goes away. */
export function isUnheard(client: object): boolean {
  if (!('evalSha' in client && 'listenerCount' in client)) return false
  const { listenerCount } = client
  return typeof listenerCount === 'function' && listenerCount.call(client, 'error') === 0
}
