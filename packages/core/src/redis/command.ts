import { isStoreError, StoreError } from '../errors.ts'
import type { RedisClient } from './client.ts'
import type { Script } from './script.ts'

/** Whether a client's error is a reply of Redis that starts with this word. Classes and names differ by client. */
export const isReply = (error: unknown, word: string): boolean =>
  typeof error === 'object' && error !== null && String((error as Error).message).startsWith(word)

/** Runs a script by its SHA-1, and by its text if Redis does not know it; `wanted` says whether anybody still waits. */
export async function command(
  client: RedisClient,
  script: Script,
  keys: string[],
  args: string[],
  wanted: () => boolean,
): Promise<unknown> {
  const known = script.sha()
  const sha = typeof known === 'string' ? known : await known
  try {
    return await client.evalsha(sha, keys, args)
  } catch (error) {
    // On any other error the script may have run: sending it again could charge twice.
    if (!isReply(error, 'NOSCRIPT') || !wanted()) throw error
    return await client.eval(script.lua, keys, args)
  }
}

/** Whatever went wrong, as the error that a store rejects with. */
export const asStoreError = (error: unknown): StoreError =>
  isStoreError(error) ? error : new StoreError('Redis could not decide; see the cause', { cause: error })
