/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number
  pick<T>(values: readonly T[]): T
  chance(percent: number): boolean
}

/** The generator `mulberry32`: small, fast, and good enough to choose. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (values) => values[below(values.length)]!,
    chance: (percent) => below(100) < percent,
  }
}

const JUNK: readonly unknown[] = [
  ...[undefined, null, true, false, '', ' ', '5', '-1', 'NaN', '10', '1e3', '٣', {}, [], [1], () => 1],
  ...[Number.NaN, Infinity, -Infinity, -0, -1, 0.5, 1e-7, 1e21, 2 ** 31, 2 ** 53, 2 ** 53 - 1, -(2 ** 53)],
  ...[10n, Symbol('junk'), new Date(0), /a/, new Map(), Object.create(null), Object.freeze({ a: 1 })],
  ...['\u0000', '\ud800', '{a}', '__proto__', 'x'.repeat(5_000)],
]

/** Anything at all. */
export const junk = (random: Random): unknown => random.pick(JUNK)

const KEYS = [
  'a',
  'user:1',
  '~',
  '%',
  '{',
  '}',
  '{}',
  '%7B',
  '\ud800',
  '\udc00a',
  '\u0000',
  'é',
  '__proto__',
  ' ',
]

/** A text that is hard to carry, or nothing like one. */
export function anyKey(random: Random): unknown {
  if (random.chance(5)) return junk(random)
  let key = ''
  for (let pieces = random.below(4); pieces >= 0; pieces--) key += random.pick(KEYS)
  return random.chance(5) ? key.repeat(50) : key
}
