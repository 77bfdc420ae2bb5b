import type { ConnectionInfo, Decision, GuardOptions, GuardSettings, Reply } from '@rl/core'
import { createGuard, settleFetch, withHeaders } from '@rl/core'
import type { Context, Env, MiddlewareHandler } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'

export * from '@rl/core'

declare module 'hono' {
  interface ContextVariableMap {
    /** What was decided by the last guard; missing where nothing was: skipped, or the store failed. */
    rateLimit?: Decision
  }
}

/** Finds the client's address: the `getConnInfo` of the runtime that serves, or behind a proxy a function of yours. */
export type ClientAddress<E extends Env = Env> = (c: Context<E>) => string | ConnectionInfo | undefined

type Key<E extends Env> = NonNullable<GuardSettings<Context<E>>['key']>

/** The guard's options, and `address`; without it `key` is required. */
export type RateLimitOptions<E extends Env = Env> = GuardOptions<Context<E>> &
  (
    | {
        /** Finds the client's address: the `getConnInfo` of the runtime, or a function of yours. */
        address: ClientAddress<E>
      }
    | {
        /** Whose quota a request takes; required where nothing finds the address. */
        key: Key<E>
        /** Not known. */ address?: never
        /** Not without `address`. */ allow?: never
        /** Not without `address`. */ deny?: never
      }
  )

function setHeaders(c: Context, headers: Readonly<Record<string, string>> = {}): void {
  if (c.finalized) return void replace(c, withHeaders(c.res, headers))
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}

function replace(c: Context, response: Response | undefined): void {
  if (response === undefined || (c.finalized && response === c.res)) return
  c.res = undefined // else its setter would merge the two
  c.res = response
}

/**
 * Limits the requests that pass it, for Hono 4 on any runtime. Takes a `limiter`, or a `store` and `policies`.
 * @throws OptionsError when an option is missing, unknown or not what it should be.
 */
export function rateLimit<E extends Env = Env>(options: RateLimitOptions<E>): MiddlewareHandler<E> {
  const { address }: { address?: ClientAddress<E> } = Object(options)
  const addressSetting = '`address` to suit what serves the request'
  const guard = createGuard(options, { address, addressSetting, options: ['address'] })
  return async function rateLimit(c, next): Promise<Response | undefined> {
    let reply: Reply
    try {
      reply = await guard(c)
    } catch (error) {
      setHeaders(c, Object(error).headers)
      throw error
    }
    if (reply.decision) c.set('rateLimit', reply.decision)
    setHeaders(c, reply.headers)
    if (!reply.pass) return c.newResponse(reply.body || null, reply.status as StatusCode)
    const { settle } = reply
    if (settle) {
      const settled = settleFetch(settle, c.req.raw, (work) => c.executionCtx.waitUntil(work))
      await next().finally(() => replace(c, settled(c.finalized ? c.res : undefined)))
    } else await next()
    setHeaders(c, reply.headers)
    return undefined
  }
}
