import type { Traffic } from '../traffic.ts'

/** The most of these times that lie in any span of `windowMs`, which does not hold its end. Times must not fall. */
export function mostInAnyWindow(times: Float64Array, windowMs: number): number {
  let most = 0
  let first = 0
  for (let last = 0; last < times.length; last++) {
    while (times[last]! - times[first]! >= windowMs) first++
    if (last - first + 1 > most) most = last - first + 1
  }
  return most
}

export interface Busiest {
  /** Admitted of all clients together. */
  readonly all: number
  /** Admitted of the one client with the most. */
  readonly ofOne: number
}

/** The most that were admitted in any span of `windowMs`; `allowed` says 1 for each request that was. */
export function busiest({ times, clients, names }: Traffic, allowed: Uint8Array, windowMs: number): Busiest {
  // Each client's admitted times side by side, by counting how many there are.
  const ends = new Uint32Array(names.length + 1)
  let admitted = 0
  for (let place = 0; place < times.length; place++) {
    if (allowed[place] === 0) continue
    ends[clients[place]! + 1]!++
    admitted++
  }
  for (let client = 0; client < names.length; client++) ends[client + 1]! += ends[client]!
  const starts = ends.slice()
  const all = new Float64Array(admitted)
  const sorted = new Float64Array(admitted)
  for (let place = 0, next = 0; place < times.length; place++) {
    if (allowed[place] === 0) continue
    all[next++] = times[place]!
    sorted[starts[clients[place]!]!++] = times[place]!
  }
  let ofOne = 0
  for (let client = 0; client < names.length; client++) {
    const one = sorted.subarray(ends[client], ends[client + 1])
    if (one.length > ofOne) ofOne = Math.max(ofOne, mostInAnyWindow(one, windowMs))
  }
  return { all: mostInAnyWindow(all, windowMs), ofOne }
}
