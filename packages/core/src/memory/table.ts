import type { Algorithm } from '../policy.ts'
import { type Row, rowOf, type State } from './row.ts'

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

  /** How many keys there are. */
  get length(): number {
    return this.#keys.length
  }

  /** When the state at a place is as good as none. */
  expiresAt(place: number): number {
    return this.#row.expiresAt(place)
  }

  /** Looks at the next key and drops it if its time is over; says whether it did, or nothing at the end of the row. */
  sweep(now: number): boolean | undefined {
    if (this.#hand >= this.#keys.length) {
      this.#hand = 0
      return undefined
    }
    const isOver = this.#row.expiresAt(this.#hand) <= now
    if (isOver) this.remove(this.#hand)
    else this.#hand++
    return isOver
  }
}
