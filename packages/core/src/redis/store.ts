import { type Clock, read } from '../clock.ts'
import { type Duration, toMs } from '../duration.ts'
import { sharedKey } from '../key.ts'
import { checkFunction, checkOptions, checkPositive, unexpected } from '../options.ts'
import type { Policy } from '../policy.ts'
import type { Charge, ConsumeOptions, Outcome, Store } from '../store.ts'
import { type OnWarning, warnBy } from '../warning.ts'
import type { Check } from './check.ts'
import { type AnyRedisClient, detect } from './clients/detect.ts'
import { isUnheard } from './clients/node-redis.ts'
import { createExchange } from './exchange.ts'
import { createGroups } from './groups.ts'
import { checkPrefix, tagOf } from './keys.ts'
import { createScripts } from './script.ts'
import { slotOf } from './slot.ts'

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** Stands before every key; none by default. Braces are refused. */
  prefix?: string
  /** How long one call may wait for Redis, whatever the client's own settings are; 500 ms by default. */
  timeout?: Duration
  /**
   * Checks made while another is under way travel together in one call, at most `max` of them (64 by default), each
   * still decided by itself. `false` sends each alone.
   */
  batch?:
    | false
    | {
        /** From 1 to 1 000. */
        max?: number
      }
  /** How many commands that were given up the client may still hold before calls are refused at once; 1 000 by default. */
  maxAbandoned?: number
  /** The time in ms since the epoch, for tests; the Redis server's clock by default. */
  clock?: Clock
  /** Receives this store's warnings; by default they go to the limiter that asks, or to the console. */
  onWarning?: OnWarning
}

const LARGEST_BATCH = 1_000
const NO_OPTIONS: ConsumeOptions = {}

function checkBatch(batch: unknown): number {
  if (batch === false) return 1
  if (batch === undefined) return 64
  if (typeof batch !== 'object') throw unexpected('batch', 'false or an object such as { max: 64 }', batch)
  checkOptions('batch', batch, ['max'])
  const { max } = batch as { max?: unknown }
  if (max === undefined) return 64
  if (checkPositive('batch.max', max) > LARGEST_BATCH)
    throw unexpected('batch.max', `at most ${LARGEST_BATCH}`, max)
  return max as number
}

/**
 * Keeps state in Redis, where scripts decide atomically by the server's clock. Takes a client of ioredis 5 or 6 or of
 * node-redis 4, 5 or 6 (single, cluster, sentinel, pool) as it is, or a `RedisClient`; attaches no listener to it.
 * Its calls reject with a `StoreError` when Redis does not answer in time, answers an error, or answers nonsense.
 * @throws OptionsError when the client is none, or an option is unknown or not what it should be.
 */
export function redisStore(client: AnyRedisClient, options: RedisStoreOptions = {}): Store {
  checkOptions('redisStore', options, ['prefix', 'timeout', 'batch', 'maxAbandoned', 'clock', 'onWarning'])
  const redis = detect(client)
  const prefix = checkPrefix(options.prefix)
  const timeoutMs = options.timeout === undefined ? 500 : toMs('timeout', options.timeout)
  const batch = checkBatch(options.batch)
  const maxAbandoned =
    options.maxAbandoned === undefined ? 1_000 : checkPositive('maxAbandoned', options.maxAbandoned)
  checkFunction('clock', options.clock)
  checkFunction('onWarning', options.onWarning)
  const { clock } = options
  const scripts = createScripts()
  const groupOf = createGroups(scripts, prefix)
  const onWarning = warnBy(options.onWarning)
  const exchange = createExchange(redis, { timeoutMs, batch, maxAbandoned, onWarning, onDamage })
  const slotFor = (tag: string): number => (redis.cluster === true ? slotOf(tag) : 0)
  const reported = new WeakSet<Policy>()

  const listenerOf = (call: ConsumeOptions): OnWarning =>
    options.onWarning ? onWarning : warnBy(call.onWarning)
  let looked = false

  /** Looks when first asked: whoever makes a client may listen to it a little later. */
  function lookForListener(call: ConsumeOptions): void {
    looked = true
    if (!isUnheard(client)) return
    const message =
      "the node-redis client has no listener for `error`, so the process ends when Redis goes away; add client.on('error', …)"
    listenerOf(call)({ code: 'client-without-error-listener', message })
  }

  function onDamage({ group, options: call }: Check, place: number): void {
    const policy = group.policies[place]!
    if (reported.has(policy)) return
    reported.add(policy)
    const message = `a stored value of the policy "${policy.name}" is none of this library's; it counts as no state`
    listenerOf(call)({ code: 'damaged-state', message })
  }

  const isOne = ({ cost }: Charge): boolean => cost === 1

  function send(charges: readonly Charge[], tag: string, call: ConsumeOptions): Promise<Outcome> {
    return new Promise((answer, fail) => {
      exchange.check({
        group: groupOf(charges),
        tag,
        slot: slotFor(tag),
        costs: charges.every(isOne) ? undefined : charges.map(({ cost }) => cost),
        now: clock ? String(read(clock)) : '',
        options: call,
        due: 0,
        tick: 0,
        next: undefined,
        done: false,
        renewed: 0,
        call: undefined,
        answer,
        fail,
      })
    })
  }

  async function placeOf(charges: readonly Charge[]): Promise<{ slot: number; keys: string[] }> {
    const tag = await tagOf(sharedKey(charges))
    return { slot: slotFor(tag), keys: groupOf(charges).names.map((name) => name(tag)) }
  }

  return {
    consume(charges, call = NO_OPTIONS) {
      try {
        const tag = tagOf(sharedKey(charges))
        if (!looked) lookForListener(call)
        return typeof tag === 'string'
          ? send(charges, tag, call)
          : tag.then((hash) => send(charges, hash, call))
      } catch (error) {
        return Promise.reject(error)
      }
    },
    async refund(charges, at) {
      const { slot, keys } = await placeOf(charges)
      const { numbers, policies } = groupOf(charges)
      const args = [...numbers, ...charges.map(({ cost }) => String(cost)), String(at)]
      const more = clock && ['', String(read(clock))]
      return (await exchange.run(scripts.refund(policies), slot, keys, args, more)) > 0
    },
    async reset(charges) {
      const { slot, keys } = await placeOf(charges)
      await exchange.run(scripts.reset, slot, keys, [], clock && [])
    },
  }
}
