import { get } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import { fixedWindow, memoryStore, rateLimit, type Store } from '@rl/fastify'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'

/** A store that decides about the second request only when it is told to. */
function waiting(): { store: Store; asked: () => number; go: () => void } {
  const store = memoryStore()
  let go = () => {}
  let asked = 0
  const told = new Promise<void>((resolve) => {
    go = resolve
  })
  const consume: Store['consume'] = async (...call) => {
    if (++asked === 2) await told
    return store.consume(...call)
  }
  return { store: { ...store, consume }, asked: () => asked, go }
}

/** Serves an application that tells how each request has ended. */
async function serve(app: FastifyInstance) {
  const ended: unknown[] = []
  const closed: string[] = []
  app.addHook('onRequest', async (request, { raw }) => void raw.once('close', () => closed.push(request.url)))
  const { store, asked, go } = waiting()
  await app.register(rateLimit, {
    store,
    policies: fixedWindow({ name: 'ten', limit: 10, window: '1m' }),
    refundWhen(request, { status, aborted }) {
      ended.push([request.url, status, aborted])
      return status === 200
    },
  })
  app.get('/', async () => 'hello')
  app.get('/broken', async () => Promise.reject(new Error('broken')))
  app.get('/hangs', () => void ended.push('hanging'))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { url, ended, closed, asked, go }
}

/** Sends a request, and cuts it off when that is said. */
async function ask(
  client: ClientHttp2Session,
  path: string,
  cutOff?: () => Promise<unknown>,
): Promise<string> {
  const stream = client.request({ ':path': path })
  const closed = new Promise((resolve) => stream.on('close', resolve))
  let limit = ''
  stream.on('response', (headers) => {
    limit = String(headers.ratelimit)
  })
  stream.resume().end()
  if (cutOff) {
    await cutOff()
    stream.close(8)
  }
  await closed
  return limit
}

it('tells apart over HTTP/2 what has ended and what was cut off, and settles each once', async () => {
  const app = fastify({ http2: true, forceCloseConnections: true }) as unknown as FastifyInstance
  const { url, ended, closed, asked, go } = await serve(app)
  const client = connect(url)
  onTestFinished(() => client.destroy())
  expect(await ask(client, '/')).toBe('"ten";r=9;t=60')
  expect(await ask(client, '/early', () => vi.waitFor(() => expect(asked()).toBe(2)))).toBe('')
  await vi.waitFor(() => expect(closed).toContain('/early'))
  go()
  expect(await ask(client, '/hangs', () => vi.waitFor(() => expect(ended).toContain('hanging')))).toBe('')
  expect(await ask(client, '/broken')).toBe('"ten";r=7;t=60')
  await vi.waitFor(() => expect(ended).toHaveLength(5))
  expect(ended).toEqual([
    ['/', 200, false],
    ['/early', undefined, true],
    'hanging',
    ['/hangs', undefined, true],
    ['/broken', 500, false],
  ])
  expect(await ask(client, '/')).toBe('"ten";r=6;t=60')
})

it('settles a request whose connection was closed while the store decided', async () => {
  const { url, ended, closed, asked, go } = await serve(fastify({ forceCloseConnections: true }))
  await fetch(url)
  const request = get(`${url}/early`, { agent: false }).on('error', () => {})
  await vi.waitFor(() => expect(asked()).toBe(2))
  request.destroy()
  await vi.waitFor(() => expect(ended).toEqual([['/', 200, false]]))
  await vi.waitFor(() => expect(closed).toContain('/early'))
  go()
  await vi.waitFor(() => expect(ended).toHaveLength(2))
  expect(ended[1]).toEqual(['/early', undefined, true])
})

it('settles an injected request', async () => {
  const app = fastify()
  const { ended } = await serve(app)
  await app.inject('/')
  await vi.waitFor(() => expect(ended).toEqual([['/', 200, false]]))
})
