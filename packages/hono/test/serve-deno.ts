import { serveOrders } from '@rl/contract/host'
import { Hono } from 'hono'
import { getConnInfo } from 'hono/deno'
import { host } from './host.ts'

declare const Deno: {
  serve(
    options: { hostname: string; port: number; signal: AbortSignal; onListen(): void },
    handler: (request: Request, info: object) => Response | Promise<Response>,
  ): { readonly addr: { readonly port: number } }
}

serveOrders(
  host(Hono, {
    address: getConnInfo,
    async listen(app) {
      const closing = new AbortController()
      const options = { hostname: '127.0.0.1', port: 0, signal: closing.signal, onListen() {} }
      const { addr } = Deno.serve(options, app.fetch)
      return { port: addr.port, close: async () => closing.abort() }
    },
  }),
)
