import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { type ClientHttp2Session, connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { fixedWindow, memoryStore, rateLimit, type Store } from '@rl/koa'
import Koa from 'koa'
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

type Create = (callback: ReturnType<Koa['callback']>) => Server

/** Serves an application that tells how each request has ended. */
async function serve(create: Create) {
  const ended: unknown[] = []
  const closed: string[] = []
  const { store, asked, go } = waiting()
  const app = new Koa()
  app.silent = true
  app.use((context, next) => {
    context.res.once('close', () => closed.push(context.path))
    return next()
  })
  app.use(
    rateLimit({
      store,
      policies: fixedWindow({ name: 'ten', limit: 10, window: '1m' }),
      refundWhen({ path }, { status, aborted }) {
        ended.push([path, status, aborted])
        return status === 200
      },
    }),
  )
  app.use(async (context) => {
    if (context.path === '/broken') context.throw(500)
    if (context.path === '/hangs') {
      ended.push('hanging')
      await new Promise(() => {})
    }
    context.body = 'hello'
  })
  const server = create(app.callback()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ended, closed, asked, go }
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
  const { url, ended, closed, asked, go } = await serve(createHttp2Server)
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
  const { url, ended, closed, asked, go } = await serve(createServer)
  await (await fetch(url)).text()
  const request = get(`${url}/early`, { agent: false }).on('error', () => {})
  await vi.waitFor(() => expect(asked()).toBe(2))
  request.destroy()
  await vi.waitFor(() => expect(closed).toContain('/early'))
  go()
  await vi.waitFor(() => expect(ended).toHaveLength(2))
  expect(ended).toEqual([
    ['/', 200, false],
    ['/early', undefined, true],
  ])
})
