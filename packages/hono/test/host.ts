import { type Answer, errorAnswer, type Host } from '@rl/contract/host'
import { type ClientAddress, rateLimit } from '@rl/hono'
import type { Context, Hono } from 'hono'
import { stream } from 'hono/streaming'

/** What serves an application. */
export interface Runtime {
  readonly address: ClientAddress
  /** Serves on a free port of 127.0.0.1. */
  listen(app: Hono): Promise<{ readonly port: number; close(): Promise<void> }>
}

/** What the one proxy in front has seen. */
const forwarded: ClientAddress = (c) => c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()

function play(answer: Answer, c: Context): Response | Promise<Response> {
  if ('throws' in answer) throw new Error(answer.throws)
  if ('hangs' in answer) return new Promise(() => {})
  if ('decision' in answer) return c.json(c.var.rateLimit ?? null)
  if ('stream' in answer) {
    return stream(c, async (out) => {
      for (const part of answer.stream) {
        await out.write(part)
        await out.sleep(5)
      }
      if (answer.endless) await new Promise((resolve) => out.onAbort(() => resolve(undefined)))
    })
  }
  const { status = 200, headers, body } = answer
  return headers ? new Response(body, { status, headers }) : c.newResponse(body, { status: status as 200 })
}

/** Drives a Hono on a runtime. */
export const host = (framework: typeof Hono, { address, listen }: Runtime): Host<Context> => ({
  header: (c, name) => c.req.header(name),
  method: (c) => c.req.method,
  async serve({ before, guards, routes, trustProxy, onError }) {
    const app = new framework()
    if (before) {
      app.use((c, next) => {
        for (const [name, value] of Object.entries(before)) c.res.headers.set(name, value)
        return next()
      })
    }
    const guard = (settings: (typeof guards)[number]) =>
      rateLimit({ ...settings, address: trustProxy ? forwarded : address })
    for (const settings of guards) app.use(guard(settings))
    for (const { method = 'GET', path, guards = [], run } of routes) {
      app.on(method, [path], ...guards.map(guard), (c) => play(run(c), c))
    }
    app.onError((error) => {
      onError(error)
      const { status, headers, body } = errorAnswer(error)
      return new Response(body, { status, headers })
    })
    const { port, close } = await listen(app)
    return { url: `http://127.0.0.1:${port}`, close }
  },
})
