import { once } from 'node:events'
import { createServer, get as httpGet, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createLimiter,
  fixedWindow,
  memoryStore,
  type RequestOutcome,
  rateLimit,
  type Store,
} from '@rl/express'
import express5 from 'express'
import express4 from 'express4'
import { afterEach, describe, expect, it, vi } from 'vitest'

const policies = fixedWindow({ limit: 2, window: '1m' })
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(app: RequestListener): Promise<string> {
  const server = createServer(app).listen(0, '127.0.0.1')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A promise that is kept from outside. */
function later<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((keep) => {
    resolve = keep
  })
  return { promise, resolve: (value) => resolve(value) }
}

/** A store that decides only when it is told to. */
function waiting(): { store: Store; asked: Promise<void>; go(): void } {
  const store = memoryStore()
  const asked = later<void>()
  const told = later<void>()
  return {
    store: {
      ...store,
      async consume(...args) {
        asked.resolve()
        await told.promise
        return store.consume(...args)
      },
    },
    asked: asked.promise,
    go: told.resolve,
  }
}

describe.each([
  ['4', express4],
  ['5', express5],
])('in Express %s', (_, express) => {
  it('C074: neither answers nor goes on when another has answered meanwhile', async () => {
    const app = express().set('env', 'test')
    const { store, asked, go } = waiting()
    const handled = vi.fn()
    const outcomes: RequestOutcome[] = []
    app.use((_request, response, next) => {
      void asked.then(() => response.status(202).end('early'))
      response.on('close', go)
      next()
    })
    const refunded = later<void>()
    app.use(
      rateLimit({
        store,
        policies,
        refundWhen(_request, { status, aborted }) {
          outcomes.push({ status, aborted })
          refunded.resolve()
          return false
        },
      }),
      handled,
    )
    const response = await fetch(await listen(app))
    expect([response.status, await response.text()]).toEqual([202, 'early'])
    await refunded.promise
    expect(outcomes).toEqual([{ status: 202, aborted: false }])
    expect(handled).not.toHaveBeenCalled()
  })

  it('C074: leaves it at the answer that `onLimited` gave', async () => {
    const app = express().set('env', 'test')
    const failed = vi.fn((_error, _request, _response, _next) => {})
    app.use(
      rateLimit({ store: memoryStore(), policies, onLimited: ({ res }) => res?.status(418).send('own') }),
    )
    app.get('/', (_request, response) => void response.send('hello'))
    app.use(failed)
    const url = await listen(app)
    for (const expected of ['hello', 'hello', 'own']) expect(await (await fetch(url)).text()).toBe(expected)
    expect(failed).not.toHaveBeenCalled()
  })

  it('settles a request whose connection was closed while the store decided', async () => {
    const app = express().set('env', 'test')
    const { store, asked, go } = waiting()
    const outcome = later<RequestOutcome>()
    app.use((_request, response, next) => {
      response.on('close', go)
      next()
    })
    app.use(
      rateLimit({
        store,
        policies,
        key: () => 'user:1',
        refundWhen(_request, { status, aborted }) {
          outcome.resolve({ status, aborted })
          return true
        },
      }),
    )
    const request = httpGet(await listen(app), { agent: false }).on('error', () => {})
    await asked
    request.destroy()
    expect(await outcome.promise).toEqual({ status: undefined, aborted: true })
  })

  it('charges once when it stands before the application and before a router in it', async () => {
    const app = express().set('env', 'test')
    const limit = rateLimit({ store: memoryStore(), policies })
    const router = express.Router()
    router.get('/', (_request, response) => void response.send('hello'))
    app.use(limit)
    app.use('/sub', limit, router)
    const other = express()
    other.use(limit)
    other.get('/', (_request, response) => void response.send('hello'))
    app.use('/app', other)
    const url = await listen(app)
    expect((await fetch(`${url}/sub`)).headers.get('x-ratelimit-remaining')).toBe('1')
    expect((await fetch(`${url}/app`)).headers.get('x-ratelimit-remaining')).toBe('0')
  })

  it('calls the error handler once, and goes on exactly once', async () => {
    const app = express().set('env', 'test')
    const calls: string[] = []
    app.use((request, _response, next) => {
      calls.push(`before ${request.path}`)
      next()
    })
    app.use(
      rateLimit({
        store: memoryStore(),
        policies,
        key: ({ path }) => (path === '/bad' ? Promise.reject() : path),
      }),
    )
    app.use((request, response) => {
      calls.push(`after ${request.path}`)
      response.end()
    })
    app.use((_error: unknown, request: express5.Request, response: express5.Response, _next: unknown) => {
      calls.push(`error ${request.path}`)
      response.status(500).end()
    })
    const url = await listen(app)
    expect([(await fetch(`${url}/good`)).status, (await fetch(`${url}/bad`)).status]).toEqual([200, 500])
    expect(calls).toEqual(['before /good', 'after /good', 'before /bad', 'error /bad'])
  })

  it('says to call `rateLimit` where it was forgotten, or what to give it', async () => {
    const app = express().set('env', 'test')
    app.use(rateLimit)
    app.use((error: Error, _request: unknown, response: express5.Response, _next: unknown) => {
      response.status(500).send(`${error.name}: ${error.message}`)
    })
    expect(await (await fetch(await listen(app))).text()).toMatch(
      /^OptionsError: .*plain object.*request.*call of it should be: `rateLimit\({ … }\)`$/,
    )
    const limiter = createLimiter({ store: memoryStore(), policies })
    expect(() => rateLimit(limiter as never)).toThrow(/`{ limiter }`/)
  })

  it('sends a header that cannot be sent to the error handler', async () => {
    const app = express().set('env', 'test')
    const respond = () => ({ headers: { 'x-own': 'a\nb' } })
    app.use(rateLimit({ store: memoryStore(), policies: fixedWindow({ limit: 1, window: '1m' }), respond }))
    app.get('/', (_request, response) => void response.send('hello'))
    app.use(
      (error: NodeJS.ErrnoException, _request: unknown, response: express5.Response, _next: unknown) => {
        response.status(500).send(error.code)
      },
    )
    const url = await listen(app)
    await fetch(url)
    expect(await (await fetch(url)).text()).toBe('ERR_INVALID_CHAR')
  })
})
