import { createGuard, type Decision, type GuardOptions, type GuardSettings } from '@rl/core'
import type { Context, Env, MiddlewareHandler } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { type ClientAddress, frameworkOf } from './client-address.ts'
import { setHeaders, settled } from './response.ts'

export * from '@rl/core'
export type { ClientAddress } from './client-address.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** What was decided by the last guard; missing where nothing was: skipped, or the store failed. */
    rateLimit?: Decision
  }
}

/** The guard's options, and `address`; without it `key` is required. */
export type RateLimitOptions<E extends Env = Env> = GuardOptions<Context<E>> & (Located<E> | Keyed<E>)

interface Located<E extends Env> {
  /** Finds the client's address: the `getConnInfo` of the runtime that serves, or behind a proxy a function of yours. */
  address: ClientAddress<E>
}

interface Keyed<E extends Env> {
  key: NonNullable<GuardSettings<Context<E>>['key']>
  address?: never
  allow?: never
  deny?: never
}

const BODILESS: readonly number[] = [204, 205, 304]

/**
 * Limits the requests that pass it, for Hono 4 on any runtime. Takes a `limiter`, or a `store` and `policies`.
 * @throws OptionsError when an option is missing, unknown or not what it should be.
 */
export function rateLimit<E extends Env = Env>(options: RateLimitOptions<E>): MiddlewareHandler<E> {
  const { address, ...others }: Partial<Located<E>> = Object(options)
  const guard = createGuard(others as GuardOptions<Context<E>>, frameworkOf(address))
  return async function rateLimit(c, next): Promise<Response | undefined> {
    const reply = await guard(c).catch((error) => {
      setHeaders(c, error.headers)
      throw error
    })
    if (reply.decision) c.set('rateLimit', reply.decision)
    setHeaders(c, reply.headers)
    if (!reply.pass) {
      const body = BODILESS.includes(reply.status) ? null : reply.body
      return c.newResponse(body, reply.status as StatusCode)
    }
    await (reply.settle ? settled(c, next, reply.settle) : next())
    setHeaders(c, reply.headers)
    return undefined
  }
}
