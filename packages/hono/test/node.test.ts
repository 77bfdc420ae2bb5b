import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { describeAdapter } from '@rl/contract'
import { inProcess } from '@rl/contract/host'
import { host } from './host.ts'

describeAdapter(
  'Hono on Node',
  inProcess(
    host({
      address: getConnInfo,
      async listen(app) {
        const server = createAdaptorServer(app).listen(0, '127.0.0.1')
        await once(server, 'listening')
        const close = async () => {
          server.close()
          if ('closeAllConnections' in server) server.closeAllConnections()
        }
        return { port: (server.address() as AddressInfo).port, close }
      },
    }),
  ),
)
