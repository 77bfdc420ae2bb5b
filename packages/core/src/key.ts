import { OptionsError } from './errors.ts'
import { show } from './options.ts'
import type { Charge } from './store.ts'

/** Keys longer than this many bytes are kept as their hash, so that no caller can fill the store with long keys. */
export const LONGEST_KEY = 128

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hexadecimal digest of a well-formed text. */
export async function digest(algorithm: 'SHA-1' | 'SHA-256', text: string): Promise<string> {
  return toHex(await crypto.subtle.digest(algorithm, new TextEncoder().encode(text)))
}

// Only a lone surrogate has no encoding of its own: all of them would become one and the same U+FFFD.
const SPECIAL = /[%{}]|^~|\p{Surrogate}/gu

const encode = (found: string): string =>
  found >= '\u{d800}'
    ? `%u${found.charCodeAt(0).toString(16)}`
    : `%${found.charCodeAt(0).toString(16).toUpperCase()}`

// ASCII, in which a byte is a character, without what is escaped.
const PLAIN = /^(?!~)[\0-$&-z|~\x7f]+$/

/** Whether a key is stored as it is. */
export const isPlain = (key: string): boolean => key.length <= LONGEST_KEY && PLAIN.test(key)

/** A key without braces or lone surrogates, never empty, never starting with `~`; different keys stay different. */
export const escapeKey = (key: string): string => (key === '' ? '%' : key.replace(SPECIAL, encode))

/** The name that an escaped key gets if it is too long. */
export const hashKey = async (escaped: string): Promise<string> => `~${await digest('SHA-256', escaped)}`

/** The one key of all charges of a call. */
export function sharedKey(charges: readonly Charge[]): string {
  const key = charges[0]?.key
  if (key === undefined) throw new OptionsError('Expected at least one charge, got none')
  for (const charge of charges) {
    if (charge.key !== key)
      throw new OptionsError('Expected all charges of one call to have the same key, got two different keys')
  }
  return key
}

/** Refuses a key that is no text. */
export function checkKey(key: unknown): string {
  if (typeof key !== 'string') throw new OptionsError(`Expected the key to be a text, got ${show(key)}`)
  return key
}
