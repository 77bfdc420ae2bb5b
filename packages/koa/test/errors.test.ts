import { Readable } from 'node:stream'
import { createLimiter, fixedWindow, memoryStore, OptionsError, rateLimit } from '@rl/koa'
import Koa3, { type Middleware } from 'koa'
import Koa2 from 'koa2'
import { describe, expect, it } from 'vitest'
import { serve } from './serve.ts'

const one = fixedWindow({ name: 'one', limit: 1, window: '1m' })
const ten = fixedWindow({ name: 'ten', limit: 10, window: '1m' })

const limitOf = ({ headers }: Response) => headers.get('ratelimit')?.replace(/;t=\d+/, '')

/** An error handler of the application's, in front of everything. */
const outer: Middleware = async (context, next) => {
  try {
    await next()
  } catch (error) {
    const { status = 500, headers = {} } = Object(error)
    context.status = status
    context.set(headers)
    context.body = 'handled'
  }
}

const versions: [string, typeof Koa3][] = [
  ['Koa 2', Koa2],
  ['Koa 3', Koa3],
]

describe.each(versions)('errors in %s', (_, Koa) => {
  function application(...middleware: Middleware[]): Koa3 & { told: Error[] } {
    const told: Error[] = []
    const app = Object.assign(new Koa(), { told })
    app.on('error', (error) => told.push(error))
    for (const each of middleware) app.use(each)
    return app
  }

  for (const front of [[], [outer]]) {
    const where = front.length > 0 ? 'under an error handler' : 'under none'

    it(`C076: a refusal has its headers, answered or thrown, ${where}`, async () => {
      const respond = () => {
        throw Object.assign(new Error('slow down'), { status: 429 })
      }
      for (const settings of [{}, { respond }]) {
        const guard = rateLimit({ store: memoryStore({ clock: () => 0 }), policies: one, ...settings })
        const app = application(...front, guard, (context) => {
          context.body = 'hello'
        })
        const get = await serve(app)
        expect((await get()).status).toBe(200)
        const refused = await get()
        expect([refused.status, limitOf(refused)]).toEqual([429, '"one";r=0'])
        expect(refused.headers.get('retry-after')).toBe('60')
        expect(app.told).toEqual(
          'respond' in settings && front.length === 0
            ? [expect.objectContaining({ headers: expect.objectContaining({ 'Retry-After': '60' }) })]
            : [],
        )
      }
    })

    it(`C077: what the application throws keeps its status and the headers, ${where}`, async () => {
      const guard = rateLimit({ store: memoryStore(), policies: ten })
      const always = Object.assign(new Error('the same each time'), { status: 409 })
      const throws: Record<string, () => unknown> = {
        '/error': () => Promise.reject(new Error('broken')),
        '/text': () => Promise.reject('broken'),
        '/same': () => Promise.reject(always),
      }
      const app = application(...front, guard, async (context) => {
        await throws[context.path]?.()
        if (context.path === '/teapot') context.throw(418, 'teapot', { headers: { 'X-Own': 'kept' } })
        if (context.path === '/own') context.throw(429, { headers: { 'X-RateLimit-Limit': '7' } })
      })
      const get = await serve(app)
      const found: unknown[] = []
      for (const path of ['/error', '/text', '/same', '/teapot', '/unknown', '/same']) {
        const response = await get(path)
        found.push([response.status, limitOf(response)])
        if (path === '/teapot') expect(response.headers.get('x-own')).toBe('kept')
      }
      expect(found).toEqual([
        ...[
          [500, '"ten";r=9'],
          [500, '"ten";r=8'],
          [409, '"ten";r=7'],
        ],
        ...[
          [418, '"ten";r=6'],
          [404, '"ten";r=5'],
          [409, '"ten";r=4'],
        ],
      ])
      expect((await get('/own')).headers.get('x-ratelimit-limit')).toBe('7')
      expect(always).not.toHaveProperty('headers')
    })
  }

  it('a call of `rateLimit` that was forgotten is an error that says so', async () => {
    const app = application(rateLimit as unknown as Middleware)
    expect((await (await serve(app))()).status).toBe(500)
    expect(app.told).toHaveLength(1)
    expect(app.told[0]).toBeInstanceOf(OptionsError)
    expect(app.told[0]?.message).toMatch(/plain object.*request.*call of it should be: `rateLimit\({ … }\)`$/)
    const limiter = createLimiter({ store: memoryStore(), policies: one })
    expect(() => rateLimit(limiter as never)).toThrow(/`{ limiter }`/)
  })

  it('C077: what a key function rejects with is told once, and nothing runs', async () => {
    let handled = 0
    const error = new Error('no session')
    const key = () => Promise.reject(error)
    const guard = rateLimit({ store: memoryStore(), policies: ten, key })
    const app = application(guard, () => void handled++)
    const get = await serve(app)
    expect((await get()).status).toBe(500)
    expect(app.told).toHaveLength(1)
    expect(app.told[0]).toBe(error)
    expect(handled).toBe(0)
  })

  it('C076: an allowed request has the body and the status that others gave it, and one more field of state', async () => {
    let state: object = {}
    const app = application(
      async (context, next) => {
        context.state.user = 'user:123'
        context.status = 202
        context.body = { first: true }
        await next()
        state = { ...context.state }
      },
      rateLimit({ store: memoryStore(), policies: one }),
    )
    const get = await serve(app)
    const response = await get()
    expect([response.status, await response.json()]).toEqual([202, { first: true }])
    expect(state).toEqual({ user: 'user:123', rateLimit: expect.objectContaining({ remaining: 0 }) })
    expect((await get()).headers.get('content-type')).toBe('application/problem+json')
  })

  it('C074: nothing is answered where the response is out already', async () => {
    const store = memoryStore()
    let end = () => {}
    let handled = 0
    const app = application(
      (context, next) => {
        end = () => context.res.end('early')
        return next()
      },
      rateLimit({
        policies: one,
        store: {
          ...store,
          consume(...call) {
            end()
            return store.consume(...call)
          },
        },
      }),
      () => void handled++,
    )
    const get = await serve(app)
    for (let time = 0; time < 3; time++) expect(await (await get()).text()).toBe('early')
    expect([handled, app.told]).toEqual([0, []])
  })
})

it('Koa 2: a stream that fails before its first byte has the headers; Koa 3 closes the connection', async () => {
  const app = new Koa2()
  app.silent = true
  app.use(rateLimit({ store: memoryStore(), policies: ten }))
  app.use((context) => {
    context.body = new Readable({
      read() {
        this.destroy(new Error('no such file'))
      },
    })
  })
  const get = await serve(app)
  const response = await get()
  expect([response.status, limitOf(response)]).toEqual([500, '"ten";r=9'])
})
