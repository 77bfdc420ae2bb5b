import { createGuard, type Decision, type GuardOptions, type Reply } from '@rl/core'
import type { json, Request, RequestHandler, Response } from 'express'

export * from '@rl/core'

declare global {
  // biome-ignore lint/style/noNamespace: this is how Express lets a request be extended
  namespace Express {
    interface Request {
      /** What was decided by the last guard; missing where nothing was: skipped, or the store failed. */
      rateLimit?: Decision
    }
  }
}

/** Plays a reply; says whether to go on. */
function play(reply: Reply, request: Request, response: Response): boolean {
  if (reply.decision) request.rateLimit = reply.decision
  if (reply.pass && reply.settle) whenEnded(response, reply.settle)
  if (response.headersSent) return false
  for (const name in reply.headers) response.setHeader(name, reply.headers[name]!)
  if (reply.pass) return true
  response.statusCode = reply.status
  response.end(reply.body)
  return false
}

function whenEnded(response: Response, settle: NonNullable<Extract<Reply, { pass: true }>['settle']>): void {
  const end = () => void settle({ status: response.statusCode, aborted: !response.writableFinished })
  if (response.destroyed) end()
  else response.once('close', end)
}

/**
 * Limits the requests that pass it, for Express 4 and 5. Takes a `limiter`, or a `store` and `policies`.
 * @throws OptionsError when an option is missing, unknown or not what it should be.
 */
export function rateLimit(options: GuardOptions<Request>): ReturnType<typeof json> {
  const guard = createGuard(options, {
    address: (request) => request.ip,
    unheeded: ({ app, headers, ip, socket }) =>
      'x-forwarded-for' in headers && ip === socket.remoteAddress && !app.enabled('trust proxy'),
    addressSetting: "`app.set('trust proxy', …)`",
  })
  const handler: RequestHandler = async function rateLimit(request, response, next) {
    let goOn: boolean
    try {
      goOn = play(await guard(request), request, response)
    } catch (error) {
      return next(error)
    }
    if (goOn) next()
  }
  // As Express's own: a `RequestHandler` would give the `params` of a route its types.
  return handler as ReturnType<typeof json>
}
