import { once } from 'node:events'
import { connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { fixedWindow, memoryStore, rateLimit } from '@rl/koa'
import Koa from 'koa'
import { expect, it, vi } from 'vitest'

it('tells apart over HTTP/2 what has ended and what was cut off, and settles each once', async () => {
  const app = new Koa()
  const ended: unknown[] = []
  app.silent = true
  app.use(
    rateLimit({
      store: memoryStore(),
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
      ended.push('/hangs')
      await new Promise(() => {})
    }
    context.body = 'hello'
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  /** Sends a request; it is cut off once its handler runs if that does not answer. */
  async function ask(path: string): Promise<string> {
    const stream = client.request({ ':path': path })
    const closed = new Promise((resolve) => stream.on('close', resolve))
    let limit = ''
    stream.on('response', (headers) => {
      limit = String(headers.ratelimit)
    })
    stream.resume().end()
    if (path === '/hangs') {
      await vi.waitFor(() => expect(ended).toContain('/hangs'))
      stream.close(8)
    }
    await closed
    return limit
  }

  expect(await ask('/')).toBe('"ten";r=9;t=60')
  expect(await ask('/hangs')).toBe('')
  expect(await ask('/broken')).toBe('"ten";r=8;t=60')
  await vi.waitFor(() => expect(ended).toHaveLength(4))
  expect(ended).toEqual([['/', 200, false], '/hangs', ['/hangs', undefined, true], ['/broken', 500, false]])
  expect(await ask('/')).toBe('"ten";r=7;t=60')
  client.close()
  server.close()
})
