import { connect } from 'node:http2'
import { fixedWindow, memoryStore, rateLimit } from '@rl/fastify'
import fastify from 'fastify'
import { expect, it, vi } from 'vitest'

it('tells apart over HTTP/2 what has ended and what was cut off, and settles each once', async () => {
  const app = fastify({ http2: true, forceCloseConnections: true })
  const ended: unknown[] = []
  await app.register(rateLimit, {
    store: memoryStore(),
    policies: fixedWindow({ name: 'ten', limit: 10, window: '1m' }),
    refundWhen(request, { status, aborted }) {
      ended.push([request.url, status, aborted])
      return status === 200
    },
  })
  app.get('/', async () => 'hello')
  app.get('/broken', async () => Promise.reject(new Error('broken')))
  app.get('/hangs', (request) => {
    ended.push(request.url)
  })
  const client = connect(await app.listen({ host: '127.0.0.1', port: 0 }))

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
  await app.close()
})
