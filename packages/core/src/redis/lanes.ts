import { type Check, mayShare } from './check.ts'
import { atEndOfTurn } from './turn.ts'

/** Checks on their way to one place, of which some calls are under way and the next are gathered. */
interface Lane {
  inFlight: number
  /** Of those, batches that were answered in this turn: who asked for them may ask again before it ends. */
  answered: number
  readonly gathered: Check[][]
  scheduled: boolean
}

export interface Lanes {
  /** Sends a check at once if nothing is under way in its lane, else with the others of this turn of the event loop. */
  join(check: Check, lane: string): void
  /** Sends what is gathered. */
  flush(): void
}

/** Gathers checks into batches of at most `max`; `send` sends one, and calls `over` when its call is over, before it answers. */
export function createLanes(max: number, send: (checks: Check[], over: () => void) => unknown): Lanes {
  const lanes = new Map<string, Lane>()

  function schedule(name: string, lane: Lane): void {
    if (lane.scheduled) return
    lane.scheduled = true
    // What else is started in this turn travels along, and nothing waits for a timer.
    atEndOfTurn(() => {
      lane.scheduled = false
      leave(name, lane, lane.answered)
      lane.answered = 0
      flushLane(name, lane)
    })
  }

  function leave(name: string, lane: Lane, calls: number): void {
    lane.inFlight -= calls
    // The lane of all tags is always in use; those of single ones must not be remembered for ever.
    if (name !== '' && lane.inFlight === 0 && lane.gathered.length === 0 && !lane.scheduled)
      lanes.delete(name)
  }

  function start(name: string, lane: Lane, checks: Check[]): void {
    lane.inFlight++
    const alone = checks.length === 1
    send(checks, () => {
      if (alone) return leave(name, lane, 1)
      lane.answered++
      schedule(name, lane)
    })
  }

  function flushLane(name: string, lane: Lane): void {
    for (const checks of lane.gathered.splice(0)) start(name, lane, checks)
  }

  function gather(name: string, lane: Lane, check: Check): void {
    const last = lane.gathered.at(-1)
    // A check with another time must not overtake those before it.
    const batch = last && mayShare(last[0]!, check) ? last : undefined
    if (batch) batch.push(check)
    else lane.gathered.push([check])
    // While Redis is idle half a batch is enough: it and this process then work at the same time, not by turns.
    const full = lane.inFlight === lane.answered ? max / 2 : max
    if ((batch?.length ?? 1) >= full) flushLane(name, lane)
    else schedule(name, lane)
  }

  return {
    join(check, name) {
      let lane = lanes.get(name)
      if (lane === undefined) {
        lane = { inFlight: 0, answered: 0, gathered: [], scheduled: false }
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
