import { isOptionsError, isStoreError, StoreError } from '../errors.ts'
import type { RedisClient } from './client.ts'
import { withDeadline } from './deadline.ts'
import type { Script } from './script.ts'

const isUnknownScript = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && String((error as Error).message).startsWith('NOSCRIPT')

async function evalshaOrEval(
  client: RedisClient,
  script: Script,
  keys: string[],
  args: string[],
): Promise<unknown> {
  const known = script.sha()
  const sha = typeof known === 'string' ? known : await known
  try {
    return await client.evalsha(sha, keys, args)
  } catch (error) {
    // On any other error the script may have run: sending it again could charge twice.
    if (!isUnknownScript(error)) throw error
    return await client.eval(script.lua, keys, args)
  }
}

/** Runs a script within the deadline. Whatever goes wrong is a `StoreError` with the client's error as its cause. */
export async function run(
  client: RedisClient,
  script: Script,
  keys: string[],
  args: string[],
  timeoutMs: number,
): Promise<unknown> {
  try {
    return await withDeadline(evalshaOrEval(client, script, keys, args), timeoutMs)
  } catch (error) {
    if (isStoreError(error) || isOptionsError(error)) throw error
    throw new StoreError('Redis could not decide; see the cause', { cause: error })
  }
}
