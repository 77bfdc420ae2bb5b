import type { Append, Removal, Times } from '../policy.ts'

/** A log kept in an array whose first `#start` entries are over, so that dropping from its front moves nothing. */
export class Log implements Times {
  #times: number[] = []
  #start = 0

  get length(): number {
    return this.#times.length - this.#start
  }

  at(index: number): number {
    return this.#times[this.#start + index]!
  }

  append({ dropFirst, dropLast, time }: Append, count: number): void {
    this.#start += dropFirst
    if (dropLast > 0) this.#times.length -= dropLast
    if (this.#start * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#start)
      this.#start = 0
    }
    for (let n = 0; n < count; n++) this.#times.push(time)
  }

  remove({ time, count }: Removal): void {
    const last = this.#times.lastIndexOf(time)
    if (last >= this.#start) this.#times.splice(last - count + 1, count)
  }
}
