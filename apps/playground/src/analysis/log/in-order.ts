import { byTime } from '../traffic.ts'

/** How many lines a line may stand too late in a file and still be put in its place. */
export const LATEST_LINES = 65_536

export interface InOrder {
  add(time: number, client: number): void
  /** Gives what is held back. */
  end(): void
  /** How many stood later still; these were given at the time that had been reached. */
  readonly late: number
}

/** Puts requests in the order of their times while they pass, holding back twice as many as one may be late by. */
export function createInOrder(
  give: (time: number, client: number) => void,
  latest: number = LATEST_LINES,
): InOrder {
  const times = new Float64Array(latest * 2)
  const clients = new Uint32Array(latest * 2)
  let length = 0
  let ordered = true
  let reached = 0
  let late = 0

  function sort(): void {
    const order = byTime(times.subarray(0, length))
    times.set(Float64Array.from(order, (place) => times[place]!))
    clients.set(Uint32Array.from(order, (place) => clients[place]!))
    ordered = true
  }

  function release(count: number): void {
    if (!ordered) sort()
    for (let place = 0; place < count; place++) give(times[place]!, clients[place]!)
    if (count > 0) reached = times[count - 1]!
    times.copyWithin(0, count, length)
    clients.copyWithin(0, count, length)
    length -= count
  }

  return {
    add(time, client) {
      if (length === times.length) release(latest)
      let at = time
      if (time < reached) {
        at = reached
        late++
      }
      if (length > 0 && at < times[length - 1]!) ordered = false
      times[length] = at
      clients[length] = client
      length++
    },
    end() {
      release(length)
    },
    get late() {
      return late
    },
  }
}
