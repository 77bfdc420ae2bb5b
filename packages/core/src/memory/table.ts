import type { Numbers } from '../policy.ts'
import type { Log } from './log.ts'

/** What is kept for a key. */
export type State = Numbers | Log

interface Entry {
  readonly key: string
  state: State
  /** When the state is as good as none. */
  expiresAt: number
  /** Where it is in the row of all. */
  place: number
}

const SAMPLE = 8

/** The states of one policy by key. They also stand in a row, through which a hand goes to find those that are over. */
export class Table {
  readonly #byKey = new Map<string, Entry>()
  readonly #row: Entry[] = []
  #hand = 0

  get(key: string): State | undefined {
    return this.#byKey.get(key)?.state
  }

  /** Says whether the key is a new one. */
  set(key: string, state: State, expiresAt: number): boolean {
    const entry = this.#byKey.get(key)
    if (entry === undefined) {
      const made: Entry = { key, state, expiresAt, place: this.#row.length }
      this.#byKey.set(key, made)
      this.#row.push(made)
      return true
    }
    entry.state = state
    entry.expiresAt = expiresAt
    return false
  }

  delete(key: string): boolean {
    const entry = this.#byKey.get(key)
    if (entry === undefined) return false
    this.#remove(entry)
    return true
  }

  /** Looks at a few keys and drops those whose time is over; says how many went. */
  sweep(now: number, steps: number): number {
    let dropped = 0
    for (let step = 0; step < steps; step++) {
      if (this.#hand >= this.#row.length) this.#hand = 0
      const entry = this.#row[this.#hand]
      if (entry === undefined) break
      if (entry.expiresAt <= now) {
        this.#remove(entry)
        dropped++
      } else {
        this.#hand++
      }
    }
    return dropped
  }

  /**
   * Drops, of a small sample, the key that is closest to as good as new. The sample is random: in a row those that
   * stay gather, and then a flood of new keys would push out the very ones that are blocked.
   */
  evict(): boolean {
    const { length } = this.#row
    let soonest: Entry | undefined
    for (let look = 0; look < SAMPLE && look < length; look++) {
      const entry = this.#row[length <= SAMPLE ? look : Math.floor(Math.random() * length)]!
      if (soonest === undefined || entry.expiresAt < soonest.expiresAt) soonest = entry
    }
    if (soonest === undefined) return false
    this.#remove(soonest)
    return true
  }

  #remove(entry: Entry): void {
    this.#byKey.delete(entry.key)
    const last = this.#row.pop()!
    if (last === entry) return
    last.place = entry.place
    this.#row[last.place] = last
  }
}
