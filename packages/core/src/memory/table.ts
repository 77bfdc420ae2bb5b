import type { Numbers } from '../policy.ts'
import type { Log } from './log.ts'

/** What is kept for a key. */
export type State = Numbers | Log

interface Entry {
  state: State
  /** When the state is as good as none. */
  expiresAt: number
}

const SAMPLE = 8

/** The states of one policy by key, with a hand that goes round them to find those that can go. */
export class Table {
  readonly #entries = new Map<string, Entry>()
  #hand: Iterator<[string, Entry]> = this.#entries.entries()

  get size(): number {
    return this.#entries.size
  }

  get(key: string): State | undefined {
    return this.#entries.get(key)?.state
  }

  /** Says whether the key is a new one. */
  set(key: string, state: State, expiresAt: number): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) {
      this.#entries.set(key, { state, expiresAt })
      return true
    }
    entry.state = state
    entry.expiresAt = expiresAt
    return false
  }

  delete(key: string): boolean {
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Looks at a few keys and drops those whose time is over; says how many went. */
  sweep(now: number, steps: number): number {
    let dropped = 0
    for (let step = 0; step < steps; step++) {
      const next = this.#next()
      if (next === undefined) break
      if (next[1].expiresAt <= now && this.#entries.delete(next[0])) dropped++
    }
    return dropped
  }

  /** Drops, of a small sample, the key that is closest to as good as new. */
  evict(): boolean {
    let soonest: [string, Entry] | undefined
    for (let step = 0; step < SAMPLE; step++) {
      const next = this.#next()
      if (next === undefined) break
      if (soonest === undefined || next[1].expiresAt < soonest[1].expiresAt) soonest = next
    }
    return soonest !== undefined && this.#entries.delete(soonest[0])
  }

  #next(): [string, Entry] | undefined {
    const next = this.#hand.next()
    if (!next.done) return next.value
    this.#hand = this.#entries.entries()
    const first = this.#hand.next()
    return first.done ? undefined : first.value
  }
}
