import { isStoreError, StoreError } from '../errors.ts'
import { reasonOf } from '../options.ts'

/** Whether a client's error is a reply of Redis that starts with this word. Classes and names differ by client. */
export const isReply = (error: unknown, word: string): boolean =>
  typeof error === 'object' && error !== null && String((error as Error).message).startsWith(word)

// To the very end: a key may hold what ends a line.
const ARGUMENTS = /,? with args beginning with:[\s\S]*/
const LONGEST_REASON = 120

/** Takes the arguments out of a client's error: keys are among them, and a key may be a token. */
function withoutArguments(error: unknown): unknown {
  if (typeof error === 'string') return error.replace(ARGUMENTS, '')
  if (!(error instanceof Error)) return error
  Reflect.deleteProperty(error, 'command') // which ioredis adds
  for (const name of ['message', 'stack'] as const) {
    const text = error[name]
    if (typeof text === 'string' && text.search(ARGUMENTS) >= 0)
      Reflect.set(error, name, text.replace(ARGUMENTS, ''))
  }
  return error
}

/** Whatever went wrong, as the error that a store rejects with. */
export function asStoreError(error: unknown): StoreError {
  if (isStoreError(error)) return error
  const cause = withoutArguments(error)
  // Again, for an error that is frozen.
  const reason = reasonOf(cause).replace(ARGUMENTS, '').slice(0, LONGEST_REASON)
  // A client of the user's own may say where it connects to, and as whom.
  return new StoreError(`Redis could not decide${reason.includes('://') ? '' : `: ${reason}`}`, { cause })
}
