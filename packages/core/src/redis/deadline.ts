/** Something that is given up when its time is over. */
export interface Expirable {
  /** Answered, or given up. */
  done: boolean
  /** By `performance.now()`. */
  readonly due: number
  /** How long this process had stood still in all when the time began; set by `watch`. */
  stoodStillMs: number
  expire(): void
}

/** What has a time of its own in which to be done. */
export interface Deadline {
  /** Gives `one` up at its time unless it is done by then. Those watched fall due in the order in which they come. */
  watch(one: Expirable): void
  /** Marks one as done; says whether it was not so yet. */
  settle(one: Expirable): boolean
  /** Until when it is not given up, by `performance.now()`: its time, or more while this process hardly moves. */
  until(one: Expirable): number
}

// A process that stands still neither sends nor reads: before anything is given up, this process must have moved for a
// while since it was asked for, or a busy process would look like a dead Redis. One that hardly moves waits no longer than that.
const TICK_MS = 20
const STOOD_STILL_MS = 25
const LEAST_MOVING_MS = 150
const MOST_GRACE_MS = 1_500
const TURNS = 2

type Timer = ReturnType<typeof setTimeout> & { ref?(): void; unref?(): void }

/** One timer for all that is pending, since all of it has the same time. It keeps a process alive only while something is. */
export function createDeadline(timeoutMs: number, onExpired: (one: Expirable) => void): Deadline {
  const leastMoving = Math.min(LEAST_MOVING_MS, timeoutMs)
  let queue: Expirable[] = []
  let head = 0
  let live = 0
  let timer: Timer | undefined
  let firesAt = 0
  let armedAt = 0
  let stoodStillMs = 0

  function notice(now: number): void {
    if (timer === undefined || now - firesAt < STOOD_STILL_MS) return
    stoodStillMs += now - armedAt
    firesAt = armedAt = now
  }

  function until({ due, stoodStillMs: before }: Expirable): number {
    const grace = stoodStillMs - before - timeoutMs + leastMoving
    return due + Math.min(Math.max(0, grace), MOST_GRACE_MS)
  }

  function arm(work: () => void, at: number, now: number): void {
    armedAt = now
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
      notice(performance.now())
      one.stoodStillMs = stoodStillMs
      queue.push(one)
      if (timer === undefined) wait(performance.now())
    },
  }
}
