import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { type Answer, errorAnswer, type Host, type Route } from '@rl/contract/host'
import { rateLimit } from '@rl/koa'
import type Koa from 'koa'
import type { Context, Middleware } from 'koa'

function inParts(parts: readonly string[], endless = false): PassThrough {
  const stream = new PassThrough()
  async function write(): Promise<void> {
    for (const part of parts) {
      stream.write(part)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (!endless) stream.end()
  }
  void write()
  return stream
}

async function play(answer: Answer, context: Context): Promise<void> {
  if ('throws' in answer) throw new Error(answer.throws)
  if ('hangs' in answer) await new Promise(() => {})
  else if ('decision' in answer) context.body = JSON.stringify(context.state.rateLimit ?? null)
  else if ('stream' in answer) context.body = inParts(answer.stream, answer.endless)
  else {
    context.status = answer.status ?? 200
    context.set({ ...answer.headers })
    context.body = answer.body
  }
}

/** A middleware for one route: Koa has no router of its own. */
const only =
  ({ method = 'GET', path }: Route<Context>, middleware: Middleware): Middleware =>
  (context, next) =>
    path === context.path && method === context.method.replace('HEAD', 'GET')
      ? middleware(context, next)
      : next()

/** Drives Koa 2 or 3. */
export const host = (framework: typeof Koa): Host<Context> => ({
  header: (context, name) => context.get(name) || undefined,
  method: (context) => context.method,
  async serve(site) {
    const app = new framework(site.trustProxy ? { proxy: true, maxIpsCount: 1 } : {})
    app.silent = true
    app.use(async (context, next) => {
      context.set({ ...site.before })
      try {
        await next()
      } catch (error) {
        site.onError(error)
        const { status, headers, body } = errorAnswer(error)
        context.status = status
        context.set(headers)
        context.body = body
      }
    })
    for (const options of site.guards) app.use(rateLimit(options))
    for (const route of site.routes) {
      for (const options of route.guards ?? []) app.use(only(route, rateLimit(options)))
      app.use(only(route, (context) => play(route.run(context), context)))
    }
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    async function close(): Promise<void> {
      server.close()
      server.closeAllConnections()
    }
    return { url: `http://127.0.0.1:${port}`, close }
  },
})
