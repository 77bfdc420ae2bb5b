import { type Clock, read } from '../clock.ts'
import { type Duration, toMs } from '../duration.ts'
import { sharedKey } from '../key.ts'
import { checkFunction, checkOptions } from '../options.ts'
import type { Policy } from '../policy.ts'
import type { Charge, ConsumeOptions, Outcome, Store } from '../store.ts'
import { type OnWarning, warnOnConsole } from '../warning.ts'
import { type AnyRedisClient, detect } from './clients/detect.ts'
import { checkPrefix, redisKey, tagOf } from './keys.ts'
import { parse, parseCount } from './reply.ts'
import { run } from './run.ts'
import { createScripts, type Script } from './script.ts'

export interface RedisStoreOptions {
  /** Stands before every key; none by default. Braces are refused. */
  prefix?: string
  /** How long one call may wait for Redis, whatever the client's own settings are; 250 ms by default. */
  timeout?: Duration
  /** The time in ms since the epoch, for tests; the Redis server's clock by default. */
  clock?: Clock
  /** Receives this store's warnings; by default they go to the limiter that asks, and without one to the console. */
  onWarning?: OnWarning
}

/**
 * Keeps state in Redis, where scripts decide atomically by the server's clock. Takes a client of ioredis 5 or 6 or of
 * node-redis 4, 5 or 6 (single, cluster, sentinel, pool) as it is, or a `RedisClient`; attaches no listener to it.
 * Its calls reject with a `StoreError` when Redis does not answer in time, answers an error, or answers nonsense.
 * @throws OptionsError when the client is none, or an option is unknown or not what it should be.
 */
export function redisStore(client: AnyRedisClient, options: RedisStoreOptions = {}): Store {
  checkOptions('redisStore', options, ['prefix', 'timeout', 'clock', 'onWarning'])
  const redis = detect(client)
  const prefix = checkPrefix(options.prefix)
  const timeoutMs = options.timeout === undefined ? 250 : toMs('timeout', options.timeout)
  checkFunction('clock', options.clock)
  checkFunction('onWarning', options.onWarning)
  const { clock } = options
  const scripts = createScripts()
  const numbersAsText = new WeakMap<Policy, readonly string[]>()
  const reported = new WeakSet<Policy>()

  function numbersOf(policy: Policy): readonly string[] {
    const text = numbersAsText.get(policy) ?? policy.numbers.map(String)
    numbersAsText.set(policy, text)
    return text
  }

  async function keysOf(charges: readonly Charge[]): Promise<string[]> {
    const tag = tagOf(sharedKey(charges))
    const name = typeof tag === 'string' ? tag : await tag
    return charges.map(({ policy }) => redisKey(prefix, name, policy))
  }

  async function ask(script: Script, charges: readonly Charge[], more: readonly string[]): Promise<unknown> {
    const args: string[] = []
    for (const { policy } of charges) args.push(...numbersOf(policy))
    for (const { cost } of charges) args.push(String(cost))
    args.push(...more)
    return run(redis, script, await keysOf(charges), args, timeoutMs)
  }

  const policiesOf = (charges: readonly Charge[]): Policy[] => charges.map(({ policy }) => policy)

  function report(policy: Policy, onWarning: OnWarning): void {
    if (reported.has(policy)) return
    reported.add(policy)
    const message = `a stored value of the policy "${policy.name}" is none of this library's; it counts as no state`
    onWarning({ code: 'damaged-state', message })
  }

  return {
    async consume(
      charges,
      { dry = false, onWarning = warnOnConsole }: ConsumeOptions = {},
    ): Promise<Outcome> {
      const now = clock ? String(read(clock)) : ''
      const more = dry ? [now, '1'] : now === '' ? [] : [now]
      const reply = await ask(scripts.consume(policiesOf(charges)), charges, more)
      const { at, verdicts, damaged } = parse(reply, charges.length)
      for (const place of damaged) report(charges[place]!.policy, options.onWarning ?? onWarning)
      return { verdicts, at }
    },
    async refund(charges, at) {
      const more = clock ? [String(at), String(read(clock))] : [String(at)]
      return parseCount(await ask(scripts.refund(policiesOf(charges)), charges, more)) > 0
    },
    async reset(charges) {
      parseCount(await run(redis, scripts.reset, await keysOf(charges), [], timeoutMs))
    },
  }
}
