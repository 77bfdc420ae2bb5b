import type { Cost } from './cost.ts'
import type { Decision } from './decision.ts'
import { type Duration, toMs } from './duration.ts'
import { onAbort } from './on-abort.ts'
import { checkOptions, unexpected } from './options.ts'
import { createQueue, type Queue, type Waiter } from './queue.ts'

/** Options of {@link Limiter.wait}. */
export interface WaitOptions {
  /** Units asked for: of every policy, or of those named; 1 by default. */
  cost?: Cost
  /** Ends the waiting; the promise rejects with the signal's reason. None by default. */
  signal?: AbortSignal
  /** How long to wait at most; without end by default. */
  maxWait?: Duration
}

/** What waiting is made of. */
export interface WaitVerbs {
  /** Throws where a call could never succeed. */
  check(key: string, cost: Cost): void
  consume(key: string, cost: Cost): Promise<Decision>
  refund(decision: Decision): Promise<boolean>
}

// By what is used of it: a signal may come from another realm or a library.
const isSignal = (value: unknown): value is AbortSignal =>
  typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean' &&
  typeof (value as AbortSignal).addEventListener === 'function' &&
  typeof (value as AbortSignal).removeEventListener === 'function'

/** Makes the verb `wait` of a limiter. */
export function createWait(verbs: WaitVerbs): (key: string, options?: WaitOptions) => Promise<Decision> {
  const queues = new Map<string, Queue>()

  function queueOf(key: string): Queue {
    const queue = queues.get(key) ?? createQueue(verbs.refund, () => queues.delete(key))
    queues.set(key, queue)
    return queue
  }

  return async function wait(key, options = {}) {
    checkOptions('wait', options, ['cost', 'signal', 'maxWait'])
    const { cost = 1, signal, maxWait } = options
    if (signal !== undefined && !isSignal(signal)) throw unexpected('signal', 'an AbortSignal', signal)
    const longest = maxWait === undefined ? Number.POSITIVE_INFINITY : toMs('maxWait', maxWait)
    verbs.check(key, cost)
    // What was checked is what will be charged, whatever becomes of the caller's object meanwhile.
    const units = typeof cost === 'object' ? { ...cost } : cost
    if (signal?.aborted) throw signal.reason

    return new Promise<Decision>((resolve, reject) => {
      const queue = queueOf(key)
      const stopListening = signal && onAbort(signal, () => queue.leave(waiter, signal.reason))
      const waiter: Waiter = {
        until: performance.now() + longest,
        consume: () => verbs.consume(key, units),
        resolve(decision) {
          stopListening?.()
          resolve(decision)
        },
        reject(reason) {
          stopListening?.()
          reject(reason)
        },
      }
      queue.join(waiter)
    })
  }
}
