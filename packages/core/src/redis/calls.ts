import { StoreError } from '../errors.ts'
import type { Call, Pending } from './check.ts'
import type { RedisClient } from './client.ts'
import { createDeadline } from './deadline.ts'
import { isReply } from './failures.ts'
import type { Script } from './script.ts'

/** The commands under way, each for some that wait; all of them within the deadline. */
export interface Calls {
  /** Starts the time of one that waits; from `maxAbandoned` on it throws instead. */
  admit(one: Pending): void
  /** Ends the waiting of one, unless its time is over; says whether it still waited. */
  settle(one: Pending): boolean
  /** Until when one waits at least, by `performance.now()`. */
  until(one: Pending): number
  /** Those that Redis refused as too late, with more time where theirs is over and they still wait: Redis lives, and it is this process that is slow. */
  renew<One extends Pending>(refused: One[]): One[]
  /** Runs a script by its SHA-1, and by its text if Redis does not know it, for those who wait; the list is empty afterwards if all of them have given up. */
  run(script: Script, keys: string[], args: string[], waiting: Pending[]): Promise<unknown>
}

const MOST_RENEWALS = 3
const LONGER = 4

/**
 * A client queues what it cannot send, for as long as it likes. Commands that nobody waits for any more and that the
 * client has not settled are counted, so that a dead Redis cannot fill the heap; those that are waited for never are.
 */
export function createCalls(client: RedisClient, timeoutMs: number, maxAbandoned: number): Calls {
  let abandoned = 0
  // By slot: of a cluster one node may be dead, and a client may never settle what it holds for that one.
  const abandonedIn = new Map<number, number>()

  function count(slot: number, change: 1 | -1): void {
    abandoned += change
    const left = (abandonedIn.get(slot) ?? 0) + change
    if (left > 0) abandonedIn.set(slot, left)
    else abandonedIn.delete(slot)
  }

  function giveUp(one: Pending): void {
    one.fail(new StoreError(`Redis did not answer within ${timeoutMs} ms`))
    const { call } = one
    if (call === undefined) return
    call.count--
    if (call.count > 0) return
    count(call.slot, 1)
    call.waiting.length = 0
  }

  // All that a deadline watches has the same time.
  const deadlines = Array.from({ length: MOST_RENEWALS + 1 }, (_, renewed) =>
    createDeadline<Pending>(timeoutMs * LONGER ** renewed, giveUp),
  )
  const deadlineOf = ({ renewed }: Pending) => deadlines[renewed]!

  return {
    admit(one) {
      if (abandoned >= maxAbandoned && abandonedIn.has(one.slot)) {
        throw new StoreError(
          `Redis has not answered ${maxAbandoned} commands that were given up; none is sent before it does`,
        )
      }
      deadlineOf(one).watch(one)
    },
    settle: (one) => deadlineOf(one).settle(one),
    until: (one) => deadlineOf(one).until(one),
    renew(refused) {
      const first = refused[0]
      if (first === undefined || first.renewed === MOST_RENEWALS || !deadlineOf(first).isSpared(first))
        return refused
      return refused.map((one) => {
        deadlineOf(one).settle(one)
        const again = { ...one, done: false, renewed: one.renewed + 1, next: undefined, call: undefined }
        deadlineOf(again).watch(again)
        return again
      })
    },
    async run(script, keys, args, waiting) {
      const { slot } = waiting[0]!
      const call: Call = { count: waiting.length, slot, waiting }
      for (const one of waiting) one.call = call
      try {
        const sha = script.sha()
        return await client.evalsha(typeof sha === 'string' ? sha : await sha, keys, args)
      } catch (error) {
        // On any other error the script may have run: sending it again could charge twice.
        if (!isReply(error, 'NOSCRIPT') || call.count === 0) throw error
        return await client.eval(script.lua, keys, args)
      } finally {
        if (call.count === 0) count(slot, -1)
        for (const one of waiting) one.call = undefined
      }
    },
  }
}
