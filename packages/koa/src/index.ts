import { createGuard, type Decision, type GuardOptions, type Pass, type Reply } from '@rl/core'
import type { Context, Middleware } from 'koa'

export * from '@rl/core'

/** What `ctx.state` gains. */
export interface RateLimitState {
  /** What was decided by the last guard; missing where nothing was: skipped, or the store failed. */
  rateLimit?: Decision
}

/** Plays a reply; says whether to go on. */
function play(reply: Reply, context: Context): boolean {
  if (reply.decision) context.state.rateLimit = reply.decision
  if (reply.pass && reply.settle) whenEnded(context.res, reply.settle)
  if (context.headerSent) return false
  for (const name in reply.headers) context.res.setHeader(name, reply.headers[name]!)
  if (reply.pass) {
    keep(context.res, reply.headers)
    return true
  }
  context.status = reply.status
  context.body = reply.body
  return false
}

/** Koa drops all headers of a response that fails: these go out with its head, whatever becomes of it. */
function keep(response: Context['res'], headers: Pass['headers']): void {
  const writeHead = response.writeHead
  response.writeHead = function (this: typeof response, ...head: unknown[]) {
    for (const [name, value] of Object.entries(headers)) {
      if (!response.hasHeader(name)) response.setHeader(name, value)
    }
    return Reflect.apply(writeHead, this, head)
  }
}

function whenEnded(response: Context['res'], settle: NonNullable<Pass['settle']>): void {
  const end = (aborted: boolean) => void settle({ status: response.statusCode, aborted })
  // HTTP/2 says `finish` of what was cut off, too.
  if (response.destroyed || response.writableFinished) end(!response.writableEnded)
  else response.once('finish', () => end(!response.writableEnded)).once('close', () => end(true))
}

/**
 * Limits the requests that pass it, for Koa 2 and 3. Takes a `limiter`, or a `store` and `policies`.
 * @throws OptionsError when an option is missing, unknown or not what it should be.
 */
export function rateLimit(options: GuardOptions<Context>): Middleware<RateLimitState> {
  const guard = createGuard(options, {
    address: (context) => context.ip,
    unheeded: ({ app, headers, ip, socket }) =>
      'x-forwarded-for' in headers && ip === socket.remoteAddress && !app.proxy,
    addressSetting: '`app.proxy` and `app.maxIpsCount`',
  })
  return async function rateLimit(context, next) {
    if (play(await guard(context), context)) await next()
  }
}
