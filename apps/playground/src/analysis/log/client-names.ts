import { addressKey } from '@rl/core'

/** Longer texts are no client. */
export const LONGEST_CLIENT = 512

const MAYBE_ADDRESS = /^\[?[\da-f.:]*[.:][\da-f.:]*(?:%\w*)?(?:\](?::\d+)?)?$/i

/** The key that the middleware makes of a client's address; any other text is its own key. */
function toKey(text: string): string {
  if (!MAYBE_ADDRESS.test(text)) return text
  try {
    return addressKey(text)
  } catch {
    return text
  }
}

/** A copy that does not hold the whole piece of the file in memory that it was cut from. */
const detach = (text: string): string => String.fromCharCode(...text.split('').map((c) => c.charCodeAt(0)))

/** Clients by number. Addresses count as the middleware counts them: an IPv6 address with its network. */
export interface ClientNames {
  readonly names: readonly string[]
  numberOf(text: string): number
}

export function createClientNames(): ClientNames {
  const names: string[] = []
  const numbers = new Map<string, number>()
  /** How a client was written, where that is not its key. */
  const written = new Map<string, number>()

  function enter(text: string): number {
    const name = detach(text)
    const key = toKey(name)
    let number = numbers.get(key)
    if (number === undefined) {
      number = names.push(key) - 1
      numbers.set(key, number)
    }
    if (key !== name) written.set(name, number)
    return number
  }

  return { names, numberOf: (text) => numbers.get(text) ?? written.get(text) ?? enter(text) }
}
