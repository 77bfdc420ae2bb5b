import { StoreError } from '../errors.ts'
import type { Call, Pending } from './check.ts'
import type { RedisClient } from './client.ts'
import { command } from './command.ts'
import { createDeadline } from './deadline.ts'
import type { Script } from './script.ts'

/** The commands under way, each for some that wait; all of them within the deadline. */
export interface Calls {
  /** Starts the time of one that waits; from `maxAbandoned` on it throws instead. */
  admit(one: Pending): void
  /** Ends the waiting of one, unless its time is over; says whether it still waited. */
  settle(one: Pending): boolean
  /** Until when one waits at least, by `performance.now()`. */
  until(one: Pending): number
  /** Runs a script for those who wait. */
  run(script: Script, keys: string[], args: string[], waiting: readonly Pending[]): Promise<unknown>
}

/**
 * A client queues what it cannot send, for as long as it likes. Commands that nobody waits for any more and that the
 * client has not settled are counted, so that a dead Redis cannot fill the heap; those that are waited for never are.
 */
export function createCalls(client: RedisClient, maxAbandoned: number): Calls {
  let abandoned = 0
  const deadline = createDeadline((one) => {
    const { call } = one as Pending
    if (call === undefined) return
    call.waiting--
    if (call.waiting === 0) abandoned++
  })
  return {
    admit(one) {
      if (abandoned >= maxAbandoned) {
        throw new StoreError(
          `Redis has not answered ${abandoned} commands that were given up; none is sent before it does`,
        )
      }
      deadline.watch(one)
    },
    settle: deadline.settle,
    until: deadline.until,
    async run(script, keys, args, waiting) {
      const call: Call = { waiting: waiting.length }
      for (const one of waiting) one.call = call
      try {
        return await command(client, script, keys, args, () => call.waiting > 0)
      } finally {
        if (call.waiting === 0) abandoned--
        for (const one of waiting) one.call = undefined
      }
    },
  }
}
