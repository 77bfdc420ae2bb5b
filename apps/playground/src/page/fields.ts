import { type PolicySpec, specOf } from './policy/spec.ts'
import { fromText, toText } from './policy/text.ts'

/** One value of the page's state, and how a link says it. Reading never throws: what makes no sense is the default. */
export interface Field<T> {
  read(text: string | undefined): T
  write(value: T): string
}

export const text = (otherwise: string, longest = 128): Field<string> => ({
  read: (given) => (given ?? otherwise).slice(0, longest),
  write: (value) => value,
})

export const number = (otherwise: number, min: number, max: number): Field<number> => ({
  read(given) {
    const value = given === undefined || given === '' ? Number.NaN : Number(given)
    return Number.isNaN(value) ? otherwise : Math.min(max, Math.max(min, value))
  },
  write: String,
})

export const whole = (otherwise: number, min: number, max: number): Field<number> => {
  const { read, write } = number(otherwise, min, max)
  return { read: (given) => Math.trunc(read(given)), write }
}

export const flag = (otherwise: boolean): Field<boolean> => ({
  read: (given) => (given === undefined ? otherwise : given === '1'),
  write: (value) => (value ? '1' : '0'),
})

export const oneOf = <W extends string>(words: readonly W[], otherwise: W): Field<W> => ({
  read: (given) => words.find((word) => word === given) ?? otherwise,
  write: (value) => value,
})

export const policy = (otherwise: PolicySpec = specOf('tokenBucket')): Field<PolicySpec> => ({
  read: (given) => fromText(given ?? '') ?? otherwise,
  write: toText,
})

/** A list of policies, never empty. */
export const policies = (otherwise: readonly PolicySpec[], most: number): Field<readonly PolicySpec[]> => ({
  read(given) {
    const list = (given ?? '').split('!').flatMap((one) => fromText(one) ?? [])
    return list.length > 0 ? list.slice(0, most) : otherwise
  },
  write: (list) => list.map(toText).join('!'),
})
