import { OptionsError } from './errors.ts'

/** The largest whole number that every product in a decision may reach: 2^53 - 2. */
export const MAX_PRODUCT: number = 9_007_199_254_740_990

const LONGEST_SHOWN = 40

/** A value as an error message may show it: short, and never the inside of an object. */
export function show(value: unknown): string {
  if (typeof value === 'string') {
    // A connection string has a password in it more often than not.
    if (value.includes('://')) return 'a URL'
    const short = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value
    return JSON.stringify(short)
  }
  if (typeof value === 'number' || value === null || typeof value !== 'object') {
    return typeof value === 'function'
      ? 'a function'
      : typeof value === 'bigint'
        ? `${value}n`
        : String(value)
  }
  return Array.isArray(value) ? 'a list' : value instanceof Promise ? 'a promise' : 'an object'
}

/** What went wrong, in one line. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? String(cause.message) : show(cause)

/** The error for an option that is not what it should be. */
export function unexpected(name: string, expected: string, value: unknown, hint = ''): OptionsError {
  return new OptionsError(`Expected \`${name}\` to be ${expected}, got ${show(value)}${hint && `; ${hint}`}`)
}

/** Refuses anything but a plain object whose every key is known. */
export function checkOptions(where: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw unexpected(`options of ${where}`, 'an object', options)
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new OptionsError(
        `Unknown option ${show(name)} of \`${where}\`, expected one of: ${known.join(', ')}`,
      )
    }
  }
}

/** A whole number from 1 to 2^53 - 2. */
export function checkPositive(name: string, value: unknown, hint?: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 1 || (value as number) > MAX_PRODUCT) {
    const tooLarge = typeof value === 'number' && value > MAX_PRODUCT && value !== Number.POSITIVE_INFINITY
    throw unexpected(name, `a positive whole number${tooLarge ? ` up to ${MAX_PRODUCT}` : ''}`, value, hint)
  }
  return value as number
}

/** One of a few words, or the default where it is left out. */
export function checkWord<W extends string>(name: string, value: unknown, words: readonly [W, ...W[]]): W {
  if (value === undefined) return words[0]
  if (!words.includes(value as W)) {
    throw unexpected(name, words.map((word) => `'${word}'`).join(' or '), value)
  }
  return value as W
}

/** A function, or nothing. */
export function checkFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw unexpected(name, 'a function', value)
}

/** Refuses two options whose product would leave the whole numbers. */
export function checkProduct(names: readonly [string, string], first: number, second: number): void {
  if (first * second > MAX_PRODUCT) {
    throw new OptionsError(
      `Expected \`${names[0]}\` × \`${names[1]}\` (in ms) to be at most ${MAX_PRODUCT}, got ${first} × ${second}`,
    )
  }
}
