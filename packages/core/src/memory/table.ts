import type { Algorithm } from '../policy.ts'
import { type Row, rowOf, type State } from './row.ts'

const SAMPLE = 8

/** The states of one policy by key, in a row through which a hand goes to find those that are over. */
export class Table {
  readonly #places = new Map<string, number>()
  readonly #keys: string[] = []
  readonly #row: Row
  #hand = 0

  constructor(algorithm: Algorithm) {
    this.#row = rowOf(algorithm)
  }

  /** Where a key's state is: good until a key goes. */
  find(key: string): number | undefined {
    return this.#places.get(key)
  }

  /** What is kept at a place; good until the next is asked for. */
  state(place: number): State {
    return this.#row.state(place)
  }

  replace(place: number, state: State, expiresAt: number): void {
    this.#row.put(place, state, expiresAt)
  }

  add(key: string, state: State, expiresAt: number): void {
    const place = this.#keys.push(key) - 1
    this.#row.put(place, state, expiresAt)
    this.#places.set(key, place)
  }

  remove(place: number): void {
    const last = this.#keys.length - 1
    this.#places.delete(this.#keys[place]!)
    this.#row.fill(place, last)
    const moved = this.#keys.pop()!
    if (place === last) return
    this.#keys[place] = moved
    this.#places.set(moved, place)
  }

  /** Looks at a few keys and drops those whose time is over; says how many went. */
  sweep(now: number, steps: number): number {
    let dropped = 0
    for (let step = 0; step < steps && this.#keys.length > 0; step++) {
      if (this.#hand >= this.#keys.length) this.#hand = 0
      if (this.#row.expiresAt(this.#hand) > now) {
        this.#hand++
      } else {
        this.remove(this.#hand)
        dropped++
      }
    }
    return dropped
  }

  /**
   * Drops, of a small sample, the key that is closest to as good as new. The sample is random: in a row those that
   * stay gather, and then a flood of new keys would push out the very ones that are blocked.
   */
  evict(): boolean {
    const { length } = this.#keys
    if (length === 0) return false
    let soonest = 0
    let earliest = Number.POSITIVE_INFINITY
    for (let look = 0; look < SAMPLE && look < length; look++) {
      const place = length <= SAMPLE ? look : Math.floor(Math.random() * length)
      const expiresAt = this.#row.expiresAt(place)
      if (expiresAt >= earliest) continue
      soonest = place
      earliest = expiresAt
    }
    this.remove(soonest)
    return true
  }
}
