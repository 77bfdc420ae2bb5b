import type { Append, Times } from '@rl/core'

/** The log of one client for a replay: a ring that doubles. */
export class Span implements Times {
  #ring = new Float64Array(4)
  #start = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  at(index: number): number {
    return this.#ring[(this.#start + index) & (this.#ring.length - 1)]!
  }

  append({ dropFirst, dropLast, time }: Append): void {
    this.#start = (this.#start + dropFirst) & (this.#ring.length - 1)
    this.#length -= dropFirst + dropLast
    if (this.#length === this.#ring.length) this.#grow()
    this.#ring[(this.#start + this.#length) & (this.#ring.length - 1)] = time
    this.#length++
  }

  #grow(): void {
    const ring = new Float64Array(this.#length * 2)
    for (let place = 0; place < this.#length; place++) ring[place] = this.at(place)
    this.#ring = ring
    this.#start = 0
  }
}
