import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { isStoreError } from '@rl/hono'
import { Hono } from 'hono'
import type { Status } from '../page/live/messages.ts'
import { createBackend } from './backend.ts'
import { createBroadcast } from './broadcast.ts'
import { files } from './files.ts'
import type { Settings } from './flags.ts'
import { ownLimit, type Room, shield } from './shield.ts'
import { createTopics } from './topics.ts'
import { trial } from './trial.ts'

const MOST_CONNECTIONS = 256

export interface Playground {
  readonly url: string
  readonly status: Status
  close(): Promise<void>
}

/** What to write into a browser on this machine. */
function nameOf(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Starts the playground: the page in `folder`, and what it asks. Rejects when it cannot listen. */
export async function startPlayground(
  { host, port, redis }: Settings,
  folder: string,
  room: Room = { capacity: 4_000, refillRate: 1_000 },
): Promise<Playground> {
  const backend = await createBackend(redis)
  const topics = createTopics(backend.store)
  const name = nameOf(host)
  const broadcast = createBroadcast(topics, backend, `${name}:${port}`)
  const { routes, close } = trial(topics, broadcast)

  const app = new Hono()
  app.use(shield(host), ownLimit(room), files(folder))
  app.route('/', routes)
  app.notFound((c) => c.json({ title: 'Not found', status: 404 }, 404))
  app.onError((error, c) => {
    if (isStoreError(error)) {
      const detail = 'Redis could not be asked; what it counts is as it was.'
      return c.json({ title: 'Redis is away', status: 503, detail }, 503)
    }
    console.error(error)
    return c.json({ title: 'Something went wrong', status: 500, detail: 'See the log of the server.' }, 500)
  })

  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.maxConnections = MOST_CONNECTIONS
  const stop = () => {
    close()
    broadcast.close()
    backend.close()
  }
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    stop()
    throw error
  }
  return {
    url: `http://${name}:${port}`,
    get status() {
      return backend.status
    },
    async close() {
      stop()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
