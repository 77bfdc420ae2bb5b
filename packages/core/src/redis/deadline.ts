/** Something that is given up when its time is over. */
export interface Expirable {
  /** Answered, or given up. */
  done: boolean
  /** By `performance.now()`. */
  readonly due: number
  expire(): void
}

/** What has a time of its own in which to be done. */
export interface Deadline {
  /** Gives `one` up at its time unless it is done by then. Those watched fall due in the order in which they come. */
  watch(one: Expirable): void
  /** Marks one as done; says whether it was not so yet. */
  settle(one: Expirable): boolean
  /** Until when it is not given up, by `performance.now()`: its time, or a little more while this process is busy. */
  until(one: Expirable): number
}

// A process that stood still could neither send nor read: what waits gets as long from when it moves again, so that a
// busy process does not look like a dead Redis. One that keeps standing still gets that a few times only.
const TICK_MS = 50
const STOOD_STILL_MS = 25
const MOST_GRACE_MS = 250
const MOST_IN_ALL_MS = 1_500
const TURNS = 2

type Timer = ReturnType<typeof setTimeout> & { ref?(): void; unref?(): void }

/** One timer for all that is pending, since all of it has the same time. It keeps a process alive only while something is. */
export function createDeadline(onExpired: (one: Expirable) => void): Deadline {
  let queue: Expirable[] = []
  let head = 0
  let live = 0
  let timer: Timer | undefined
  let firesAt = 0
  let graceUntil = 0

  function notice(now: number): void {
    const stoodStillMs = now - firesAt
    if (timer === undefined || stoodStillMs < STOOD_STILL_MS) return
    graceUntil = now + Math.min(stoodStillMs, MOST_GRACE_MS)
    firesAt = now
  }

  const until = ({ due }: Expirable): number => Math.max(due, Math.min(graceUntil, due + MOST_IN_ALL_MS))

  function arm(work: () => void, at: number, now: number): void {
    firesAt = at
    timer = setTimeout(work, Math.max(0, at - now))
  }

  function wait(now: number): void {
    while (queue[head]!.done) head++
    arm(fire, Math.min(until(queue[head]!), now + TICK_MS), now)
  }

  function fire(): void {
    const now = performance.now()
    notice(now)
    timer = undefined
    if (live === 0) return
    while (queue[head]!.done) head++
    if (until(queue[head]!) > now) wait(now)
    else takeTurns(TURNS, now)
  }

  /** Timers fire before sockets are read: some turns of the loop take the answers that are already here. */
  function takeTurns(left: number, since: number): void {
    const now = performance.now()
    arm(() => (left > 1 ? takeTurns(left - 1, since) : expire(since)), now, now)
  }

  function expire(since: number): void {
    const now = performance.now()
    notice(now)
    timer = undefined
    for (; head < queue.length; head++) {
      const one = queue[head]!
      if (!one.done && until(one) > since) break
      if (settle(one)) {
        one.expire()
        onExpired(one)
      }
    }
    queue = queue.slice(head)
    head = 0
    if (live > 0) wait(now)
  }

  function settle(one: Expirable): boolean {
    if (one.done) return false
    one.done = true
    live--
    if (live === 0) timer?.unref?.()
    return true
  }

  return {
    settle,
    until(one) {
      notice(performance.now())
      return until(one)
    },
    watch(one) {
      if (live === 0) {
        queue = []
        head = 0
        timer?.ref?.()
      }
      live++
      queue.push(one)
      if (timer === undefined) wait(performance.now())
    },
  }
}
