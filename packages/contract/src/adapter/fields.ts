import { type InnerList, type Item, parseDictionary, parseList } from 'structured-headers'
import type { Got } from './client.ts'

const isItem = (member: Item | InnerList): member is Item => !Array.isArray(member[0])

/** The items of a structured list by name, each with its parameters. Throws what the parser throws. */
export function list(text: string | null): [name: unknown, parameters: Record<string, unknown>][] {
  return parseList(text ?? '').map((member) => {
    if (!isItem(member)) throw new Error('Expected items, got an inner list')
    return [member[0], Object.fromEntries(member[1])]
  })
}

/** A structured dictionary of plain values. */
export const dictionary = (text: string | null): Record<string, unknown> =>
  Object.fromEntries([...parseDictionary(text ?? '')].map(([name, member]) => [name, member[0]]))

/** The items of `RateLimit`. */
export const limits = ({ headers }: Got): ReturnType<typeof list> => list(headers.get('ratelimit'))

/** The items of `RateLimit-Policy`. */
export const policies = ({ headers }: Got): ReturnType<typeof list> => list(headers.get('ratelimit-policy'))

/** `X-RateLimit-Limit`, `-Remaining` and `-Reset`; a header that is missing is `null`. */
export const numbers = ({ headers }: Got): (number | null)[] =>
  ['limit', 'remaining', 'reset'].map((name) => {
    const text = headers.get(`x-ratelimit-${name}`)
    return text === null ? null : Number(text)
  })

/** The names of all headers about limits that are there. */
export const names = ({ headers }: Got): string[] =>
  [...headers.keys()].filter((name) => /ratelimit|retry-after/.test(name)).sort()
