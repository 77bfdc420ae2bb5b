/** Requests in the order of their times, in columns: twelve bytes each, however long the clients' names are. */
export interface Traffic {
  /** ms since the epoch, never falling. */
  readonly times: Float64Array<ArrayBuffer>
  /** Whose request it is: a place in `names`. */
  readonly clients: Uint32Array<ArrayBuffer>
  readonly names: readonly string[]
}

/** Takes requests in any order. */
export interface TrafficBuilder {
  add(time: number, client: number): void
  /** All of them by time; those of one time stay in the order in which they were added. */
  build(names: readonly string[]): Traffic
}

export function createTraffic(expected = 1 << 16): TrafficBuilder {
  let times = new Float64Array(expected)
  let clients = new Uint32Array(expected)
  let length = 0
  let ordered = true

  function grow(): void {
    const [before, owners] = [times, clients]
    times = new Float64Array(length * 2)
    clients = new Uint32Array(length * 2)
    times.set(before)
    clients.set(owners)
  }

  return {
    add(time, client) {
      if (length === times.length) grow()
      if (length > 0 && time < times[length - 1]!) ordered = false
      times[length] = time
      clients[length] = client
      length++
    },
    build(names) {
      const traffic = { times: times.slice(0, length), clients: clients.slice(0, length), names }
      return ordered ? traffic : sort(traffic)
    },
  }
}

function sort({ times, clients, names }: Traffic): Traffic {
  const order = byTime(times)
  return {
    times: Float64Array.from(order, (place) => times[place]!),
    clients: Uint32Array.from(order, (place) => clients[place]!),
    names,
  }
}

/** The places of times, the earliest first; of equal ones the first stays first. */
export const byTime = (times: Float64Array): Uint32Array =>
  Uint32Array.from(times.keys()).sort((one, other) => times[one]! - times[other]! || one - other)
