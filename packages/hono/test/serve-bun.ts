import { serveOrders } from '@rl/contract/host'
import { Hono } from 'hono'
import { getConnInfo } from 'hono/bun'
import { host } from './host.ts'

interface Server {
  readonly port: number
  stop(force: boolean): Promise<void>
}

declare const Bun: {
  serve(options: {
    hostname: string
    port: number
    fetch(request: Request, server: Server): Response | Promise<Response>
  }): Server
}

serveOrders(
  host(Hono, {
    address: getConnInfo,
    async listen(app) {
      const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch })
      return { port: server.port, close: () => server.stop(true) }
    },
  }),
)
