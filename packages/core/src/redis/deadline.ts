import { afterReading } from './turn.ts'

/** Something that is given up when its time is over. */
export interface Expirable {
  /** Answered, or given up. */
  done: boolean
  /** When its time is over, by `performance.now()`; set by `watch`. */
  due: number
  /** At which tick its time began; set by `watch`. */
  tick: number
  /** The one that fell under its time next; set by `watch`. */
  next: Expirable | undefined
}

/** What has a time of its own in which to be done. */
export interface Deadline<One extends Expirable> {
  /** From now on `one` has its time, and is given up then unless it is done. */
  watch(one: One): void
  /** Marks one as done; says whether it was not so yet. */
  settle(one: One): boolean
  /** Until when it is not given up, by `performance.now()`: its time, or later where this process stood still. */
  until(one: One): number
  /** Whether it is not given up only because this process stood still. */
  isSpared(one: One): boolean
}

// A process that stands still neither sends nor reads: before anything is given up, the loop must have come round some
// times since it was asked for, or a busy process would look like a dead Redis. One that is not busy does so in no time.
// A client needs a turn or two each to connect, to find out whether Redis is ready, to send, and to send a script's text.
const LEAST_TICKS = 10
const LONGEST_TICK_MS = 20

type Timer = ReturnType<typeof setTimeout> & { ref?(): void; unref?(): void }

/** One timer for all that is pending, since all of it has the same time. It keeps a process alive only while something is. */
export function createDeadline<One extends Expirable>(
  timeoutMs: number,
  onExpired: (one: One) => void,
): Deadline<One> {
  // Half of the time is enough for all of them, and a timer may be a little early.
  const tickMs = Math.min(LONGEST_TICK_MS, timeoutMs / LEAST_TICKS / 2)
  const apartMs = tickMs / 2
  // What is done leaves once nothing before it is pending. An array that is cut only when it is empty would grow for ever.
  let head: One | undefined
  let tail: One | undefined
  let timer: Timer | undefined
  let ticks = 0
  let tickedAt = 0

  const ticksLeft = ({ tick }: Expirable): number => LEAST_TICKS - (ticks - tick)

  const isOver = (one: Expirable, now: number): boolean => one.due <= now && ticksLeft(one) <= 0

  function wait(first: One, now: number): void {
    const rest = ticksLeft(first) > 0 ? tickMs : Math.max(0, first.due - now)
    timer = setTimeout(fire, Math.min(rest, tickMs))
  }

  function fire(): void {
    if (head === undefined) {
      timer = undefined
      return
    }
    const now = performance.now()
    if (now - tickedAt >= apartMs) {
      ticks++
      tickedAt = now
    }
    // Timers fire before sockets are read: the answers that are already here come first.
    if (isOver(head, now)) afterReading(() => expire(now))
    else wait(head, now)
  }

  function expire(since: number): void {
    timer = undefined
    while (head !== undefined && isOver(head, since)) {
      const one = head
      settle(one)
      onExpired(one)
    }
    if (head !== undefined) wait(head, performance.now())
  }

  function settle(one: Expirable): boolean {
    if (one.done) return false
    one.done = true
    while (head?.done) {
      const { next } = head
      head.next = undefined // else an old one would keep all that came later, for the garbage collector
      head = next as One | undefined
    }
    if (head === undefined) {
      tail = undefined
      timer?.unref?.()
    }
    return true
  }

  return {
    settle,
    until: (one) => Math.max(one.due, performance.now() + (ticksLeft(one) - 1) * apartMs),
    isSpared: (one) => one.due <= performance.now() && ticksLeft(one) > 0,
    watch(one) {
      const now = performance.now()
      one.due = now + timeoutMs
      if (tail === undefined) {
        head = one
        timer?.ref?.()
      } else tail.next = one
      tail = one
      one.tick = ticks
      if (timer === undefined) wait(one, now)
    },
  }
}
