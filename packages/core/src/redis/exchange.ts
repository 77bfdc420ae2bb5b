import { StoreError } from '../errors.ts'
import type { OnWarning } from '../warning.ts'
import { createCalls } from './calls.ts'
import { argsOf, type Check, type Pending } from './check.ts'
import type { RedisClient } from './client.ts'
import { asStoreError, isReply } from './command.ts'
import { createLanes } from './lanes.ts'
import { parse } from './reply.ts'
import type { Script } from './script.ts'
import { createServerClock } from './server-clock.ts'

export interface ExchangeOptions {
  readonly timeoutMs: number
  /** How many checks travel in one call at most. */
  readonly batch: number
  /** How many commands that were given up the client may still hold. */
  readonly maxAbandoned: number
  readonly onWarning: OnWarning
}

/** Everything that is asked of Redis goes through here. */
export interface Exchange {
  /** Sends a check, with others where it can; its `answer` or `fail` is called once, in time. */
  check(check: Check): void
  /** Runs a script by itself, behind what is gathered. Rejects with a `StoreError`. */
  run(script: Script, slot: number, keys: string[], args: string[]): Promise<unknown>
}

/** Checks on their way. While it is, nothing else may hold them: the client may keep a command long after they gave up. */
interface Sent {
  readonly checks: Check[]
  readonly slot: number
  /** By the server's clock. */
  readonly timed: boolean
  readonly policies: number
  readonly script: Script
  readonly keys: string[]
  readonly args: string[]
}

export function createExchange(client: RedisClient, options: ExchangeOptions): Exchange {
  const { timeoutMs, onWarning } = options
  const calls = createCalls(client, timeoutMs, options.maxAbandoned)
  const serverClock = createServerClock()
  const lanes = createLanes(options.batch, send)
  // The nodes of a cluster keep the keys of one call together only by their tag.
  let acrossTags = client.cluster !== true

  function fail(checks: readonly Check[], error: unknown): void {
    for (const check of checks) if (calls.settle(check)) check.fail(asStoreError(error))
  }

  /** Answers what was sent, or gives back what Redis refused as if its time were over while it is not. */
  function answer({ checks, policies, slot, timed }: Sent, reply: unknown): Check[] {
    if (checks.length === 0) return []
    const { at, answers } = parse(reply, checks.length, policies)
    if (timed) serverClock.learn(slot, at)
    if (answers === undefined) return checks.filter((check) => !check.done)
    answers.forEach((each, place) => {
      const check = checks[place]!
      if (calls.settle(check)) check.answer(each)
    })
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

  function send(checks: readonly Check[]): Promise<void> {
    const waiting = checks.filter((check) => !check.done)
    return waiting.length > 0 ? travel(prepare(waiting)) : Promise.resolve()
  }

  function prepare(checks: Check[]): Sent {
    const first = checks[0]!
    const { group, slot, now } = first
    const latest = now === '' ? String(serverClock.latest(slot, calls.until(first))) : ''
    return {
      checks,
      slot,
      timed: now === '',
      policies: group.policies.length,
      script: checks.length === 1 ? group.one : group.many,
      keys: checks.flatMap((check) => check.keys),
      args: argsOf(checks, latest),
    }
  }

  async function travel(sent: Sent): Promise<void> {
    const { checks, script, keys, args } = sent
    let refused: Check[] = []
    try {
      refused = answer(sent, await calls.run(script, keys, args, checks))
    } catch (error) {
      if (checks.length > 1 && isReply(error, 'CROSSSLOT')) return sendApart(checks)
      fail(checks, error)
    }
    // The estimate of Redis's clock was too early, and now it is better.
    await send(refused)
  }

  return {
    check(check) {
      calls.admit(check)
      lanes.join(check, acrossTags ? '' : check.tag)
    },
    run(script, slot, keys, args) {
      lanes.flush()
      return new Promise((resolve, reject) => {
        const one: Pending = {
          done: false,
          due: performance.now() + timeoutMs,
          tick: 0,
          call: undefined,
          slot,
          expire: () => reject(lateError(timeoutMs)),
        }
        calls.admit(one)
        const over = (settle: () => void): void => {
          if (calls.settle(one)) settle()
        }
        calls.run(script, keys, args, [one]).then(
          (reply) => over(() => resolve(reply)),
          (error: unknown) => over(() => reject(asStoreError(error))),
        )
      })
    },
  }
}

export const lateError = (timeoutMs: number): StoreError =>
  new StoreError(`Redis did not answer within ${timeoutMs} ms`)
