import { count, quantile, type Steps, toSteps } from './quantiles.ts'

/** Requests of one client that follow each other by at most so much are one burst. */
export const BURST_GAP_MS = 1_000

const SECOND = 1_000

export interface Spread {
  readonly half: number
  readonly most90: number
  readonly most99: number
  readonly largest: number
}

/** How clients behave. */
export interface Profile {
  readonly requests: number
  readonly clients: number
  /** The first and the last time, ms since the epoch. */
  readonly from: number
  readonly to: number
  /** Most requests of all clients in one second of the clock. */
  readonly peakPerSecond: number
  readonly requestsPerClient: Spread
  /** Each client's busiest second of the clock. */
  readonly peakPerClient: Spread
  readonly bursts: { readonly count: number; readonly sizes: Steps; readonly spread: Spread }
  /** The largest unit that all times are whole multiples of: 1 ms, 1 s, 1 min or 1 h. */
  readonly resolutionMs: number
  readonly busiest: readonly { readonly client: number; readonly requests: number; readonly peak: number }[]
}

const MOST_LISTED = 10

interface Client {
  requests: number
  second: number
  inSecond: number
  peak: number
  last: number
  burst: number
}

const RESOLUTIONS = [3_600_000, 60_000, SECOND]

export function spread(steps: Steps): Spread {
  return {
    half: quantile(steps, 0.5),
    most90: quantile(steps, 0.9),
    most99: quantile(steps, 0.99),
    largest: steps.at(-1)?.[0] ?? 0,
  }
}

/** Watches requests in the order of their times; keeps a few numbers for each client. */
export function createProfile(): { add(time: number, client: number): void; profile(): Profile } {
  const clients: (Client | undefined)[] = []
  const bursts = new Map<number, number>()
  const all = { requests: 0, from: 0, to: 0, second: -1, inSecond: 0, peak: 0 }
  let resolution = 0

  function end(size: number): void {
    bursts.set(size, (bursts.get(size) ?? 0) + 1)
  }

  function addToAll(time: number): void {
    if (all.requests === 0) all.from = time
    all.to = time
    all.requests++
    const second = Math.floor(time / SECOND)
    all.inSecond = second === all.second ? all.inSecond + 1 : 1
    all.second = second
    if (all.inSecond > all.peak) all.peak = all.inSecond
    while (resolution < RESOLUTIONS.length && time % RESOLUTIONS[resolution]! !== 0) resolution++
  }

  function addToClient(client: Client, time: number): void {
    const second = Math.floor(time / SECOND)
    client.requests++
    client.inSecond = second === client.second ? client.inSecond + 1 : 1
    client.second = second
    if (client.inSecond > client.peak) client.peak = client.inSecond
    if (time - client.last > BURST_GAP_MS) {
      if (client.burst > 0) end(client.burst)
      client.burst = 0
    }
    client.burst++
    client.last = time
  }

  return {
    add(time, number) {
      addToAll(time)
      while (clients.length <= number) clients.push(undefined)
      clients[number] ??= { requests: 0, second: -1, inSecond: 0, peak: 0, last: time, burst: 0 }
      addToClient(clients[number]!, time)
    },
    profile() {
      const known = [...clients.entries()].filter(
        (entry): entry is [number, Client] => entry[1] !== undefined,
      )
      const sizes = new Map(bursts)
      for (const [, { burst }] of known) sizes.set(burst, (sizes.get(burst) ?? 0) + 1)
      const steps = toSteps(sizes)
      const busiest = known
        .map(([client, { requests, peak }]) => ({ client, requests, peak }))
        .sort((one, other) => other.requests - one.requests || one.client - other.client)
        .slice(0, MOST_LISTED)
      return {
        requests: all.requests,
        clients: known.length,
        from: all.from,
        to: all.to,
        peakPerSecond: all.peak,
        requestsPerClient: spread(toSteps(count(known.map(([, { requests }]) => requests)))),
        peakPerClient: spread(toSteps(count(known.map(([, { peak }]) => peak)))),
        bursts: {
          count: steps.reduce((sum, [, times]) => sum + times, 0),
          sizes: steps,
          spread: spread(steps),
        },
        resolutionMs: RESOLUTIONS[resolution] ?? 1,
        busiest,
      }
    },
  }
}
