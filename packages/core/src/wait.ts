import type { Cost } from './cost.ts'
import type { Decision } from './decision.ts'
import { type Duration, toMs } from './duration.ts'
import { isStoreError, OptionsError } from './errors.ts'
import { checkOptions, unexpected } from './options.ts'

export interface WaitOptions {
  /** 1 by default. */
  cost?: Cost
  /** Ends the waiting; the promise rejects with the signal's reason. */
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

interface Waiter {
  readonly cost: Cost
  /** When waiting ends, by the local clock that only measures how long. */
  readonly until: number
  readonly resolve: (decision: Decision) => void
  readonly reject: (reason: unknown) => void
  /** Why this one no longer waits. */
  gone?: { readonly reason: unknown }
}

/** Those who wait for one key, in order; only the first asks the store. */
interface Queue {
  waiters: Waiter[]
  /** When the first will ask again. */
  asksAt: number
  /** Ends its sleep. */
  wake(): void
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
const LONGEST_JITTER_MS = 50

const tooLate = (ms: number): DOMException =>
  new DOMException(`\`maxWait\` cannot hold: the next try is in ${Math.ceil(ms)} ms`, 'TimeoutError')

/** A little later than the truth, so that those who wait in many processes do not all ask in one instant. */
const jittered = (ms: number): number =>
  Math.min(ms + Math.random() * Math.min(LONGEST_JITTER_MS, ms / 10), LONGEST_TIMER_MS)

function sleep(queue: Queue, ms: number): Promise<void> {
  queue.asksAt = performance.now() + ms
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    queue.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Sends away those who left, and those whose time is over before the next try. */
function dismiss(queue: Queue, ms: number): void {
  const next = performance.now() + ms
  for (const waiter of queue.waiters) {
    if (waiter.until < next) waiter.gone ??= { reason: tooLate(ms) }
    if (waiter.gone) waiter.reject(waiter.gone.reason)
  }
  queue.waiters = queue.waiters.filter((waiter) => !waiter.gone)
}

/** Makes the verb `wait` of a limiter. */
export function createWait(verbs: WaitVerbs): (key: string, options?: WaitOptions) => Promise<Decision> {
  const queues = new Map<string, Queue>()

  /** One question for the first in the queue; says how long to sleep before the next. */
  async function ask(key: string, queue: Queue, first: Waiter): Promise<number> {
    const decision = await verbs.consume(key, first.cost)
    if (!decision.allowed) {
      if (decision.retryAfterMs < Number.POSITIVE_INFINITY) return decision.retryAfterMs
      throw new OptionsError('Expected `cost` to fit the policies, got more than one of them ever allows')
    }
    if (first.gone) {
      await verbs.refund(decision)
      return 0
    }
    queue.waiters.shift()
    first.resolve(decision)
    return 0
  }

  /** The same, where whatever goes wrong sends waiters away. */
  async function askSafely(key: string, queue: Queue, first: Waiter): Promise<number> {
    try {
      return await ask(key, queue, first)
    } catch (reason) {
      // A store that cannot decide for one cannot for the others either.
      for (const waiter of isStoreError(reason) ? queue.waiters : [first]) waiter.gone ??= { reason }
      return 0
    }
  }

  async function serve(key: string, queue: Queue): Promise<void> {
    for (let first = queue.waiters[0]; first !== undefined; first = queue.waiters[0]) {
      const ms = await askSafely(key, queue, first)
      dismiss(queue, ms)
      if (ms > 0 && queue.waiters[0] === first) {
        await sleep(queue, jittered(ms))
        dismiss(queue, 0)
      }
    }
    queues.delete(key)
  }

  function join(key: string, waiter: Waiter): Queue {
    const queue = queues.get(key)
    if (queue !== undefined) {
      queue.waiters.push(waiter)
      dismiss(queue, Math.max(0, queue.asksAt - performance.now()))
      return queue
    }
    const made: Queue = { waiters: [waiter], asksAt: 0, wake: () => {} }
    queues.set(key, made)
    void serve(key, made)
    return made
  }

  return async function wait(key, options = {}) {
    checkOptions('wait', options, ['cost', 'signal', 'maxWait'])
    const { cost = 1, signal, maxWait } = options
    if (signal !== undefined && !(signal instanceof AbortSignal))
      throw unexpected('signal', 'an AbortSignal', signal)
    const until =
      performance.now() + (maxWait === undefined ? Number.POSITIVE_INFINITY : toMs('maxWait', maxWait))
    verbs.check(key, cost)
    signal?.throwIfAborted()
    const { promise, resolve, reject } = deferred<Decision>()
    const waiter: Waiter = { cost, until, resolve, reject }
    const queue = join(key, waiter)
    function leave(): void {
      waiter.gone ??= { reason: signal?.reason }
      if (queue.waiters[0] === waiter) queue.wake()
      else dismiss(queue, 0)
    }
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (reason: unknown) => void
}

function deferred<T>(): Deferred<T> {
  let resolve!: Deferred<T>['resolve']
  let reject!: Deferred<T>['reject']
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
