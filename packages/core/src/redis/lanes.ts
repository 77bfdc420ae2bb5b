import type { Check } from './check.ts'

/** Checks on their way to one place, of which one call is under way and the next are gathered. */
interface Lane {
  inFlight: number
  readonly gathered: Check[][]
  scheduled: boolean
}

export interface Lanes {
  /** Sends a check at once if nothing is under way in its lane, else with the others of this turn of the event loop. */
  join(check: Check, lane: string): void
  /** Sends what is gathered. */
  flush(): void
}

// The end of this turn: what else is started in it travels along, and nothing waits for a timer.
const atEndOfTurn: (work: () => void) => unknown =
  (globalThis as { setImmediate?: (work: () => void) => unknown }).setImmediate ?? queueMicrotask

const fits = (batch: readonly Check[], { group, now, dry }: Check): boolean => {
  const first = batch[0]!
  return first.group === group && first.now === now && first.dry === dry
}

/** Gathers checks into batches of at most `max`; `send` sends one and settles when its call is over. */
export function createLanes(max: number, send: (checks: Check[]) => Promise<void>): Lanes {
  const lanes = new Map<string, Lane>()

  function start(name: string, lane: Lane, checks: Check[]): void {
    lane.inFlight++
    const over = (): void => {
      lane.inFlight--
      if (lane.inFlight === 0 && lane.gathered.length === 0) lanes.delete(name)
    }
    send(checks).then(over, over)
  }

  function flushLane(name: string, lane: Lane): void {
    lane.scheduled = false
    for (const checks of lane.gathered.splice(0)) start(name, lane, checks)
  }

  function gather(name: string, lane: Lane, check: Check): void {
    const last = lane.gathered.at(-1)
    // A check with another time must not overtake those before it.
    const batch = last && fits(last, check) ? last : undefined
    if (batch) batch.push(check)
    else lane.gathered.push([check])
    if ((batch?.length ?? 1) >= max) flushLane(name, lane)
    else if (!lane.scheduled) {
      lane.scheduled = true
      atEndOfTurn(() => flushLane(name, lane))
    }
  }

  return {
    join(check, name) {
      let lane = lanes.get(name)
      if (lane === undefined) {
        lane = { inFlight: 0, gathered: [], scheduled: false }
        lanes.set(name, lane)
      }
      if (max === 1 || (lane.inFlight === 0 && lane.gathered.length === 0)) start(name, lane, [check])
      else gather(name, lane, check)
    },
    flush() {
      for (const [name, lane] of lanes) flushLane(name, lane)
    },
  }
}
