import type { AddressInfo } from 'node:net'
import { type Answer, errorAnswer, type Host, type Site } from '@rl/contract/host'
import { rateLimit } from '@rl/express'
import type express from 'express'
import type { ErrorRequestHandler, Request, Response } from 'express'

async function play(answer: Answer, request: Request, response: Response): Promise<void> {
  if ('throws' in answer) throw new Error(answer.throws)
  if ('hangs' in answer) return
  if ('decision' in answer) return void response.json(request.rateLimit ?? null)
  if ('stream' in answer) {
    response.flushHeaders()
    for (const part of answer.stream) {
      response.write(part)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (!answer.endless) response.end()
    return
  }
  response
    .status(answer.status ?? 200)
    .set(answer.headers)
    .send(answer.body)
}

/** Drives Express 4 or 5. */
export const host = (framework: typeof express): Host<Request> => ({
  header: (request, name) => request.get(name),
  method: (request) => request.method,
  serve(site: Site<Request>) {
    const app = framework()
    if (site.trustProxy) app.set('trust proxy', 1)
    app.use((_request, response, next) => {
      response.set(site.before ?? {})
      next()
    })
    for (const options of site.guards) app.use(rateLimit(options))
    for (const { method = 'GET', path, guards = [], run } of site.routes) {
      const verb = method.toLowerCase() as 'get' | 'post' | 'options'
      // Express 4 does not look at the promises of handlers.
      app[verb](path, ...guards.map(rateLimit), (request, response, next) => {
        play(run(request), request, response).catch(next)
      })
    }
    const onError: ErrorRequestHandler = (error, _request, response, _next) => {
      site.onError(error)
      const { status, headers, body } = errorAnswer(error)
      response.status(status).set(headers).send(body)
    }
    app.use(onError)
    return new Promise((resolve) => {
      const server = app.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo
        const close = () =>
          new Promise<void>((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          })
        resolve({ url: `http://127.0.0.1:${port}`, close })
      })
    })
  },
})
