import { OptionsError } from '../../errors.ts'
import { show } from '../../options.ts'
import type { RedisClient } from '../client.ts'
import { type IoredisLike, ioredis } from './ioredis.ts'
import { type NodeRedisLike, nodeRedis } from './node-redis.ts'

/** A client of ioredis 5 or 6 or node-redis 4, 5 or 6 as it is, or a {@link RedisClient} of one's own. */
export type AnyRedisClient = IoredisLike | NodeRedisLike | RedisClient

type Parts = Partial<Record<string, unknown>>

const EXPECTED = 'an ioredis client, a node-redis client, or an object with `evalsha` and `eval`'

function refuse(got: string): never {
  throw new OptionsError(`Expected \`client\` to be ${EXPECTED}, got ${got}`)
}

function isFunction(client: Parts, name: string): boolean {
  return typeof client[name] === 'function'
}

/** Tells clients apart by what they can do: the names of their classes say nothing. */
export function detect(value: unknown): RedisClient {
  if (typeof value !== 'object' || value === null) return refuse(show(value))
  const client = value as Parts
  if (isFunction(client, 'addCommand') && isFunction(client, 'exec'))
    refuse('a node-redis `multi()`; pass the client itself')
  if (client.isPipeline === true) refuse('an ioredis `pipeline()` or `multi()`; pass the client itself')
  if (isFunction(client, 'evalSha')) {
    const { legacyMode } = (client.options ?? {}) as { legacyMode?: unknown }
    if (legacyMode === true) refuse('a node-redis client in `legacyMode`; create it without that option')
    if (typeof client.isOpen !== 'boolean')
      refuse('a node-redis `legacy()` client; pass the client that it was made of')
    return nodeRedis(value as NodeRedisLike)
  }
  if (isFunction(client, 'internal_send_command'))
    refuse('a node-redis client older than 4, whose methods answer no promise')
  if (!isFunction(client, 'evalsha')) refuse('an object without the method `evalsha`')
  if (!isFunction(client, 'eval')) refuse('an object without the method `eval`')
  return isFunction(client, 'defineCommand') ? ioredis(value as IoredisLike) : (value as RedisClient)
}
