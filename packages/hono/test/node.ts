import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Runtime } from './host.ts'

/** Hono's own server on Node. */
export const node: Runtime = {
  address: getConnInfo,
  async listen(app) {
    const server = createAdaptorServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      port: (server.address() as AddressInfo).port,
      async close() {
        server.close()
        if ('closeAllConnections' in server) server.closeAllConnections()
      },
    }
  },
}
