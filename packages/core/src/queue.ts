import type { Decision } from './decision.ts'
import { isStoreError, OptionsError, StoreError } from './errors.ts'

/** One who waits in a queue. */
export interface Waiter {
  /** The last moment at which a try still makes sense, by the local clock, which only measures how long. */
  readonly until: number
  /** Asks the store. */
  consume(): Promise<Decision>
  resolve(decision: Decision): void
  reject(reason: unknown): void
}

/** Those who wait for one key, in order; only the first asks the store. */
export interface Queue {
  join(waiter: Waiter): void
  /** Ends the waiting of one, who is rejected once nothing is charged. Does nothing to one who no longer waits. */
  leave(waiter: Waiter, reason: unknown): void
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
const LONGEST_JITTER_MS = 50

/** A little later than the truth, so that those who wait in many processes do not all ask in one instant. */
const jittered = (ms: number): number =>
  Math.min(Math.ceil(ms + Math.random() * Math.min(LONGEST_JITTER_MS, ms / 10)), LONGEST_TIMER_MS)

const tooLate = (ms: number): DOMException =>
  new DOMException(
    ms > 0
      ? `\`maxWait\` cannot hold: the next try is in ${Math.ceil(ms)} ms`
      : '`maxWait` is over, with others still in front',
    'TimeoutError',
  )

/** Why waiting does not help one who is denied without an end to it. */
const tooMuch = ({ degraded }: Decision): Error =>
  degraded
    ? new StoreError('`cost` is more than this share of the limits ever allows while the store is away')
    : new OptionsError('Expected `cost` to fit the policies, got more than one of them ever allows')

/** A queue that serves itself from the first who joins on, and calls `onEmpty` when nobody is left. */
export function createQueue(refund: (decision: Decision) => Promise<boolean>, onEmpty: () => void): Queue {
  const waiters = new Set<Waiter>()
  const hurried = new Map<Waiter, ReturnType<typeof setTimeout>>()
  let nextTry = 0
  let serving = false
  // Whose question is on its way, and why this one left meanwhile: what was charged must first be taken back.
  let asking: Waiter | undefined
  let left: { readonly reason: unknown } | undefined
  let sleeper: Waiter | undefined
  let wake = (): void => {}

  function remove(waiter: Waiter): boolean {
    clearTimeout(hurried.get(waiter))
    hurried.delete(waiter)
    if (!waiters.delete(waiter)) return false
    if (waiter === sleeper) wake()
    return true
  }

  function leave(waiter: Waiter, reason: unknown): void {
    if (waiter === asking) left ??= { reason }
    else if (remove(waiter)) waiter.reject(reason)
  }

  function leaveIfLate(waiter: Waiter, from: number): void {
    if (waiter.until < from) leave(waiter, tooLate(from - performance.now()))
  }

  /** Ends the waiting of one in time, however slowly those in front are served. The first, whose try is on its way or set, has it. */
  function hurry(waiter: Waiter): void {
    const ms = Math.min(Math.ceil(waiter.until - performance.now()) + 1, LONGEST_TIMER_MS)
    const end = () => {
      if (waiter !== asking && waiter !== sleeper) leaveIfLate(waiter, performance.now())
    }
    hurried.set(waiter, setTimeout(end, ms))
  }

  /** One question for the first; says in how many ms the next makes sense, 0 if this one waits no more. */
  async function ask(first: Waiter): Promise<number> {
    asking = first
    let retryAfterMs = 0
    try {
      const decision = await first.consume()
      if (!decision.allowed) {
        if (decision.retryAfterMs < Number.POSITIVE_INFINITY) retryAfterMs = decision.retryAfterMs
        else left ??= { reason: tooMuch(decision) }
      } else if (left) {
        await refund(decision).catch(() => false)
      } else {
        remove(first)
        first.resolve(decision)
      }
    } catch (reason) {
      left ??= { reason }
      // A store that cannot decide for one cannot for the others either.
      if (isStoreError(reason)) for (const waiter of waiters) leave(waiter, reason)
    }
    asking = undefined
    if (left) leave(first, left.reason)
    left = undefined
    return retryAfterMs
  }

  function sleep(first: Waiter, ms: number): Promise<void> {
    nextTry = performance.now() + ms
    for (const waiter of hurried.keys()) leaveIfLate(waiter, nextTry)
    sleeper = first
    return new Promise((resolve) => {
      const timer = setTimeout(() => wake(), jittered(ms))
      wake = () => {
        clearTimeout(timer)
        sleeper = undefined
        nextTry = 0
        resolve()
      }
    })
  }

  async function serveOne(first: Waiter): Promise<void> {
    leaveIfLate(first, performance.now())
    while (waiters.has(first)) {
      const ms = await ask(first)
      leaveIfLate(first, performance.now() + ms)
      // Who was not too late now has the next try, however late the timer is. The others cannot be sooner.
      if (waiters.has(first)) await sleep(first, ms)
    }
  }

  async function serve(): Promise<void> {
    for (const first of waiters) await serveOne(first)
    onEmpty()
  }

  return {
    join(waiter) {
      waiters.add(waiter)
      if (waiter.until < Number.POSITIVE_INFINITY) hurry(waiter)
      leaveIfLate(waiter, nextTry)
      if (!serving) {
        serving = true
        void serve()
      }
    },
    leave,
  }
}
