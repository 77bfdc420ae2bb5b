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
}

// A process that was busy may not have sent yet, and has not read what came: it gets a little more.
const BUSY_MS = 5
const GRACE_WHEN_BUSY_MS = 25
const GRACE_TURNS = 2

type Timer = ReturnType<typeof setTimeout> & { ref?(): void; unref?(): void }

/** One timer for all that is pending, since all of it has the same time. It keeps a process alive only while something is. */
export function createDeadline(onExpired: (one: Expirable) => void): Deadline {
  let queue: Expirable[] = []
  let head = 0
  let live = 0
  let timer: Timer | undefined
  let firesAt = 0

  function arm(): void {
    firesAt = queue[head]!.due
    timer = setTimeout(fire, Math.max(0, firesAt - performance.now()))
  }

  /** Timers fire before sockets are read: some turns of the loop take the answers that are already here. */
  function fire(): void {
    timer = undefined
    if (live === 0) return
    const now = performance.now()
    const turns = (left: number): void => {
      timer = setTimeout(() => (left > 1 ? turns(left - 1) : expire(now)), 0)
    }
    if (now - firesAt > BUSY_MS) timer = setTimeout(() => turns(1), GRACE_WHEN_BUSY_MS)
    else turns(GRACE_TURNS)
  }

  function expire(until: number): void {
    timer = undefined
    for (; head < queue.length; head++) {
      const one = queue[head]!
      if (!one.done && one.due > until) break
      if (settle(one)) {
        one.expire()
        onExpired(one)
      }
    }
    queue = queue.slice(head)
    head = 0
    if (live > 0) arm()
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
    watch(one) {
      if (live === 0) {
        queue = []
        head = 0
        timer?.ref?.()
      }
      live++
      queue.push(one)
      if (timer === undefined) arm()
    },
  }
}
