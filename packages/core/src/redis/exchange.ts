import type { OnWarning } from '../warning.ts'
import { createCalls } from './calls.ts'
import { argsOf, type Check, keysOf, type Pending } from './check.ts'
import type { RedisClient } from './client.ts'
import { asStoreError, isReply } from './failures.ts'
import { createLanes } from './lanes.ts'
import { parse, parseCount } from './reply.ts'
import type { Script } from './script.ts'
import { createServerClock } from './server-clock.ts'

export interface ExchangeOptions {
  readonly timeoutMs: number
  /** How many checks travel in one call at most. */
  readonly batch: number
  /** How many commands that were given up the client may still hold. */
  readonly maxAbandoned: number
  readonly onWarning: OnWarning
  /** Is told of a check for which a policy's state, at this place, was damaged. */
  readonly onDamage: (check: Check, place: number) => void
}

/** Everything that is asked of Redis goes through here. */
export interface Exchange {
  /** Sends a check, with others where it can; its `answer` or `fail` is called once, in time. */
  check(check: Check): void
  /**
   * Runs a script that answers a count by itself, behind what is gathered; after its arguments it is told the latest time at
   * which to act, or what is given in place of that. Rejects with a `StoreError`.
   */
  run(script: Script, slot: number, keys: string[], args: string[], untimed?: string[]): Promise<number>
}

const isWaiting = ({ done }: Check): boolean => !done

export function createExchange(client: RedisClient, options: ExchangeOptions): Exchange {
  const { timeoutMs, onWarning, onDamage } = options
  const calls = createCalls(client, timeoutMs, options.maxAbandoned)
  const serverClock = createServerClock()
  const lanes = createLanes(options.batch, send)
  // The nodes of a cluster keep the keys of one call together only by their tag.
  let acrossTags = client.cluster !== true

  function fail(checks: readonly Check[], error: unknown): void {
    for (const check of checks) if (calls.settle(check)) check.fail(asStoreError(error))
  }

  /** Answers what was sent, or gives back what Redis refused as if its time were over while it is not. */
  function answer(checks: Check[], reply: unknown): Check[] {
    // A client may keep a command long after all gave it up, so that list is emptied.
    const first = checks[0]
    if (first === undefined) return checks
    const { at, outcomes, damages } = parse(reply, checks.length, first.group.policies.length)
    if (first.now === '') serverClock.learn(first.slot, at)
    if (outcomes === undefined) return calls.renew(checks.filter(isWaiting))
    for (const { check, policy } of damages) onDamage(checks[check]!, policy)
    for (let place = 0; place < checks.length; place++) {
      const check = checks[place]!
      if (calls.settle(check)) check.answer(outcomes[place]!)
    }
    return []
  }

  async function sendApart(checks: readonly Check[]): Promise<void> {
    if (acrossTags) {
      acrossTags = false
      const message =
        'Redis refuses keys of several slots in one call; checks of different keys no longer travel together'
      onWarning({ code: 'no-batches-across-keys', message })
    }
    await Promise.all(checks.map((check) => send([check])))
  }

  function send(checks: Check[], over?: () => void): Promise<void> | void {
    const waiting = checks.every(isWaiting) ? checks : checks.filter(isWaiting)
    const first = waiting[0]
    // Not now: whoever asks is in the middle of sending more.
    if (first === undefined) return over && queueMicrotask(over)
    const { group, slot, now } = first
    const script = waiting.length === 1 ? group.one : group.many
    const latest = now === '' ? String(serverClock.latest(slot, calls.until(first))) : ''
    return travel(waiting, calls.run(script, keysOf(waiting), argsOf(waiting, latest), waiting), over)
  }

  /** Hands out what comes back; never rejects. Nothing else holds these checks, which `calls` lets go when all have given up. */
  async function travel(checks: Check[], reply: Promise<unknown>, over?: () => void): Promise<void> {
    let received: unknown
    try {
      received = await reply
    } catch (error) {
      over?.()
      return checks.length > 1 && isReply(error, 'CROSSSLOT') ? sendApart(checks) : fail(checks, error)
    }
    over?.()
    try {
      // The estimate of Redis's clock was too early for some, and now it is better.
      await send(answer(checks, received))
    } catch (error) {
      fail(checks, error)
    }
  }

  /** What is counted, asked again for as long as Redis refuses that as too late and somebody waits. */
  async function count(one: Pending, ask: (one: Pending) => Promise<unknown>): Promise<number> {
    try {
      const { count: counted, at } = parseCount(await ask(one))
      if (counted !== undefined) return counted
      serverClock.learn(one.slot, at)
      const [again] = calls.renew(one.done ? [] : [one])
      return again ? await count(again, ask) : 0
    } finally {
      calls.settle(one)
    }
  }

  return {
    check(check) {
      calls.admit(check)
      lanes.join(check, acrossTags ? '' : check.tag)
    },
    run(script, slot, keys, args, untimed) {
      lanes.flush()
      const ask = (one: Pending): Promise<unknown> => {
        const latest = untimed ?? [String(serverClock.latest(slot, calls.until(one)))]
        return calls.run(script, keys, [...args, ...latest], [one])
      }
      return new Promise((resolve, reject) => {
        const one: Pending = {
          done: false,
          due: 0,
          tick: 0,
          next: undefined,
          renewed: 0,
          call: undefined,
          slot,
          fail: reject,
        }
        calls.admit(one)
        count(one, ask).then(resolve, (error: unknown) => reject(asStoreError(error)))
      })
    },
  }
}
