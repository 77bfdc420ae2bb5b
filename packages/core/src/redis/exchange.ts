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
  run(script: Script, keys: string[], args: string[]): Promise<unknown>
}

export function createExchange(client: RedisClient, options: ExchangeOptions): Exchange {
  const { timeoutMs, onWarning } = options
  const calls = createCalls(client, options.maxAbandoned)
  const serverClock = createServerClock()
  const lanes = createLanes(options.batch, send)
  // The nodes of a cluster keep the keys of one call together only by their tag.
  let acrossTags = client.cluster !== true

  function fail(checks: readonly Check[], error: unknown): void {
    for (const check of checks) if (calls.settle(check)) check.fail(asStoreError(error))
  }

  function answer(checks: readonly Check[], reply: unknown): Check[] {
    const { slot, now, group } = checks[0]!
    const { at, answers } = parse(reply, checks.length, group.policies.length)
    if (now === '') serverClock.learn(slot, at)
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

  async function send(checks: readonly Check[]): Promise<void> {
    const waiting = checks.filter((check) => !check.done)
    const first = waiting[0]
    if (first === undefined) return
    const latest = first.now === '' ? String(serverClock.latest(first.slot, calls.until(first))) : ''
    const script = waiting.length === 1 ? first.group.one : first.group.many
    const keys = waiting.flatMap((check) => check.keys)
    let refused: Check[] = []
    try {
      refused = answer(waiting, await calls.run(script, keys, argsOf(waiting, latest), waiting))
    } catch (error) {
      if (waiting.length > 1 && isReply(error, 'CROSSSLOT')) return sendApart(waiting)
      fail(waiting, error)
    }
    // Redis refused as if our time were over, and it is not: the estimate of its clock was too early, and now is better.
    await send(refused)
  }

  return {
    check(check) {
      calls.admit(check)
      lanes.join(check, acrossTags ? '' : check.tag)
    },
    run(script, keys, args) {
      lanes.flush()
      return new Promise((resolve, reject) => {
        const one: Pending = {
          done: false,
          due: performance.now() + timeoutMs,
          call: undefined,
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
