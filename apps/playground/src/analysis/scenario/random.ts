/** Random numbers from 0 to under 1, the same for the same seed on every machine. */
export type Random = () => number

/** After the `mulberry32` construction: one 32-bit word of state, whole-number steps only. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from 0 to under `end`. */
export const below = (random: Random, end: number): number => Math.floor(random() * end)
