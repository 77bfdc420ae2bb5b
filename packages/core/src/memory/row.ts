import type { Algorithm, Numbers } from '../policy.ts'
import type { Log } from './log.ts'

/** What is kept for a key. */
export type State = Numbers | Log

/** States side by side, each with the time when it is as good as none. */
export interface Row<S extends State = State> {
  /** What is kept at a place; good until the next is asked for. */
  state(place: number): S
  expiresAt(place: number): number
  /** Keeps a state at a place, or right behind the last one. */
  put(place: number, state: S, expiresAt: number): void
  /** Moves the last one to a place, whose own state goes. */
  fill(place: number, last: number): void
}

// Rows grow by a block at a time, so that nothing is ever moved to make room.
const BITS = 7
const BLOCK = 1 << BITS
const FEW = 4

/** Short lists of numbers, packed in blocks: as objects they would take twice the memory. */
class NumbersRow implements Row<Numbers> {
  readonly #size: number
  readonly #blocks: Float64Array[] = []
  readonly #state: number[]

  constructor(size: number) {
    this.#size = size
    // Numbers with a fraction, so that the engine keeps the list as one of doubles.
    this.#state = Array.from({ length: size }, () => 0.5)
  }

  state(place: number): Numbers {
    const block = this.#blocks[place >> BITS]!
    const first = (place & (BLOCK - 1)) * (this.#size + 1)
    const state = this.#state
    for (let at = 0; at < state.length; at++) state[at] = block[first + at]!
    return state
  }

  expiresAt(place: number): number {
    return this.#blocks[place >> BITS]![(place & (BLOCK - 1)) * (this.#size + 1) + this.#size]!
  }

  put(place: number, state: Numbers, expiresAt: number): void {
    const width = this.#size + 1
    const first = (place & (BLOCK - 1)) * width
    let block = this.#blocks[place >> BITS]
    if (block === undefined || first >= block.length) block = this.#grow(place >> BITS)
    for (let at = 0; at < width - 1; at++) block[first + at] = state[at]!
    block[first + width - 1] = expiresAt
  }

  #grow(index: number): Float64Array {
    const known = this.#blocks[index]
    // There may be many policies of few keys, so the first block begins small.
    const length = index > 0 ? BLOCK * (this.#size + 1) : known ? 2 * known.length : FEW * (this.#size + 1)
    const block = new Float64Array(length)
    if (known) block.set(known)
    this.#blocks[index] = block
    return block
  }

  fill(place: number, last: number): void {
    const width = this.#size + 1
    const from = (last & (BLOCK - 1)) * width
    const state = this.#blocks[last >> BITS]!.subarray(from, from + width)
    this.#blocks[place >> BITS]!.set(state, (place & (BLOCK - 1)) * width)
    if (from === 0) this.#blocks.pop()
  }
}

class LogsRow implements Row<Log> {
  readonly #logs: Log[] = []
  readonly #expiries: number[] = []

  state(place: number): Log {
    return this.#logs[place]!
  }

  expiresAt(place: number): number {
    return this.#expiries[place]!
  }

  put(place: number, log: Log, expiresAt: number): void {
    this.#logs[place] = log
    this.#expiries[place] = expiresAt
  }

  fill(place: number, last: number): void {
    this.put(place, this.#logs[last]!, this.#expiries[last]!)
    this.#logs.pop()
    this.#expiries.pop()
  }
}

export const rowOf = (algorithm: Algorithm): Row =>
  algorithm.state === 'numbers' ? new NumbersRow(algorithm.size) : (new LogsRow() as Row)
