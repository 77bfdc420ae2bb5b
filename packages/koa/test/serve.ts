import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { onTestFinished } from 'vitest'

/** Serves the application until the test is over; gives a function that asks for a path. */
export async function serve(app: Koa): Promise<(path?: string) => Promise<Response>> {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return (path = '/') => fetch(`http://127.0.0.1:${port}${path}`)
}
