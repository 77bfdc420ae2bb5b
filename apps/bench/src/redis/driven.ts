import { type Clock, type RedisClient, redisStore, type Store } from '@rl/core'
import { Redis } from 'ioredis'

/** A store, a call for each check, over a connection that sends the calls of one turn of the event loop in one write. */
export interface DrivenStore {
  readonly store: Store
  close(): void
}

export async function drivenStore(port: number, clock?: Clock): Promise<DrivenStore> {
  const connection = new Redis({ port, host: '127.0.0.1', enableAutoPipelining: true })
  await connection.ping()
  const client: RedisClient = {
    evalsha: (sha, keys, args) => connection.evalsha(sha, keys.length, ...keys, ...args),
    eval: (lua, keys, args) => connection.eval(lua, keys.length, ...keys, ...args),
  }
  const store = redisStore(client, { timeout: '1m', batch: false, ...(clock && { clock }) })
  return { store, close: () => connection.disconnect() }
}

/** Makes all calls, so many at a time, each time waiting for the answers. */
export async function inTurns(
  count: number,
  call: (place: number) => Promise<void>,
  width = 64,
): Promise<void> {
  for (let from = 0; from < count; from += width) {
    const turn = Array.from({ length: Math.min(width, count - from) }, (_, at) => call(from + at))
    await Promise.all(turn)
  }
}
