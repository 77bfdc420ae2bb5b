import { getConnInfo } from '@hono/node-server/conninfo'
import {
  createLimiter,
  fixedWindow,
  memoryStore,
  OptionsError,
  type RateLimitOptions,
  rateLimit,
} from '@rl/hono'
import { type MiddlewareHandler, Hono as Newest } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Hono as Oldest } from 'hono4'
import { describe, expect, it, vi } from 'vitest'

const policies = fixedWindow({ name: 'three', limit: 3, window: '1m' })
const key = () => 'user:123'
const limit = (options: Partial<RateLimitOptions> = {}) =>
  rateLimit({ store: memoryStore({ clock: () => 0 }), policies, key, ...options } as RateLimitOptions)
const left = (response: Response) => response.headers.get('x-ratelimit-remaining')

/** What a socket of Node would say of its client. */
const socket = (remoteAddress: string | undefined) => ({ incoming: { socket: { remoteAddress } } })

const versions: [name: string, Hono: typeof Newest][] = [
  ['4', Newest],
  ['4.0', Oldest as unknown as typeof Newest],
]

/** An application whose guard tells how requests ended. */
function told(Hono: typeof Newest) {
  const ended = vi.fn((_status: number | undefined, _aborted: boolean) => false)
  const app = new Hono().use(limit({ refundWhen: (_, { status, aborted }) => ended(status, aborted) }))
  return {
    app,
    ended: () => vi.waitFor(() => expect(ended).toHaveBeenCalled(), 10_000).then(() => ended.mock.calls),
  }
}

describe.each(versions)('the client address in Hono %s', (_, Hono) => {
  const located = () => new Hono().use(rateLimit({ store: memoryStore(), policies, address: getConnInfo }))

  it('C057: gives two clients two counts', async () => {
    const app = located()
    const from = async (address: string) => left(await app.request('/', {}, socket(address)))
    const mapped = '::ffff:192.0.2.1'
    expect([await from('192.0.2.1'), await from('192.0.2.2'), await from(mapped)]).toEqual(['2', '2', '1'])
  })

  it('C057: is an error that says what to configure where there is no socket, or a closed one', async () => {
    const app = located()
    const errors: Error[] = []
    app.onError((error, c) => {
      errors.push(error)
      return c.text('failed', 500)
    })
    for (const env of [undefined, {}, socket(undefined)]) {
      const response = await app.request('/', {}, env)
      expect([response.status, left(response)]).toEqual([500, null])
    }
    expect(errors).toHaveLength(3)
    for (const error of errors) {
      expect(error).toBeInstanceOf(OptionsError)
      expect(error.message).toMatch(/address.*configure `address`.*give `key` a function/)
    }
  })

  it('is required, or a key, when the middleware is made', () => {
    const without = { store: memoryStore(), policies }
    const wrong: [options: object | undefined, message: RegExp][] = [
      [undefined, /`options of rateLimit`.*undefined/],
      [{ key }, /`limiter`.*`store`/],
      [without, /`key`.*`address`/],
      [{ ...without, key, allow: ['192.0.2.1'] }, /`allow`.*`address`/],
      [{ ...without, address: '192.0.2.1' }, /`address` to be a function/],
      [{ ...without, key, adress: getConnInfo }, /"adress".*, address$/],
    ]
    for (const [options, message] of wrong) {
      expect(() => rateLimit(options as RateLimitOptions)).toThrow(message)
      expect(() => rateLimit(options as RateLimitOptions)).toThrow(OptionsError)
    }
  })
})

describe.each(versions)('mistakes in Hono %s', (_, Hono) => {
  const messages = async (middleware: unknown): Promise<string[]> => {
    const app = new Hono().use(middleware as MiddlewareHandler)
    app.onError((error, c) => c.text(`${error.name}: ${error.message}`, 500))
    app.get('/', (c) => c.text('hello'))
    return Promise.all([1, 2].map(async () => (await app.request('/')).text()))
  }
  const guard = (address: unknown) =>
    rateLimit({ store: memoryStore(), policies, address: address as () => string })

  it('say to call `rateLimit` where it was forgotten', async () => {
    for (const message of await messages(rateLimit)) {
      expect(message).toMatch(
        /^OptionsError: .*plain object.*request.*call of it should be: `rateLimit\({ … }\)`$/,
      )
    }
    const limiter = createLimiter({ store: memoryStore(), policies })
    expect(() => rateLimit(limiter as never)).toThrow(/`{ limiter }`/)
  })

  it('say what `address` may return', async () => {
    const wrong: [address: unknown, said: string][] = [
      [async () => '192.0.2.1', 'got a promise; it may not be async'],
      [() => ({ address: '192.0.2.1' }), 'got an object'],
      [() => ({ remote: '192.0.2.1' }), 'got an object'],
      [() => ['192.0.2.1'], 'got a list'],
    ]
    for (const [address, said] of wrong) {
      const message = `OptionsError: Expected \`address\` to be a function that returns a text or \`{ remote: { address } }\`, ${said}`
      expect(await messages(guard(address))).toEqual([message, message])
    }
    for (const none of [null, undefined, { remote: {} }]) {
      expect((await messages(guard(() => none)))[0]).toMatch(/client's address.*configure `address`/)
    }
  })
})

describe.each(versions)('responses in Hono %s', (_, Hono) => {
  it('get the headers whoever made them, and stay what they are', async () => {
    const shared = new Response(null, { status: 204, statusText: 'Shared' })
    const app = new Hono().use(limit())
    app.get('/shared', () => shared)
    app.get('/immutable', () => Response.redirect('http://example.com/'))
    app.get('/cookies', () => {
      const headers = [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['content-type', 'text/own'],
      ]
      return new Response('raw', { headers: headers as [string, string][] })
    })
    const first = await app.request('/shared')
    expect([first.status, first.statusText, left(first)]).toEqual([204, 'Shared', '2'])
    expect(left(shared)).toBeNull()
    const second = await app.request('/immutable')
    expect([second.status, second.headers.get('location'), left(second)]).toEqual([
      302,
      'http://example.com/',
      '1',
    ])
    const third = await app.request('/cookies')
    expect([await third.text(), third.headers.get('content-type'), left(third)]).toEqual([
      'raw',
      'text/own',
      '0',
    ])
    expect(third.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('are not made anew where nothing is missing', async () => {
    const app = new Hono()
    const seen: (Response | undefined)[] = []
    app.use(async (c, next) => {
      await next()
      seen.push(c.res)
    })
    app.use(limit())
    app.get('/', (c) => {
      seen.push(c.text('hello'))
      return seen[0]!
    })
    expect(left(await app.request('/'))).toBe('2')
    expect(seen[1]).toBe(seen[0])
  })

  it('may be refusals without a body', async () => {
    const app = new Hono().use(limit({ cost: 4, respond: () => ({ status: 204 }) }))
    const response = await app.request('/')
    expect([response.status, response.body, left(response)]).toEqual([204, null, '3'])
  })

  it('C072, C076: keep what stands before them, and refusals win over it', async () => {
    const app = new Hono()
    app.use((c, next) => {
      c.header('Cache-Control', 'public')
      c.res.headers.set('X-Own', 'kept') // as the middleware for CORS does it
      return next()
    })
    app.use(limit({ cost: 4 }))
    const { headers } = await app.request('/')
    expect([headers.get('x-own'), headers.get('cache-control')]).toEqual(['kept', 'no-store'])
    expect(headers.get('content-type')).toBe('application/problem+json')
  })

  it('C073: are charged once by a limiter before the application and before a part of it', async () => {
    const guard = limit()
    const part = new Hono().use(guard).get('/', (c) => c.text(`${c.var.rateLimit?.remaining}`))
    const app = new Hono().use(guard).route('/part', part).route('/again', part)
    expect(await (await app.request('/part')).text()).toBe('2')
    expect(left(await app.request('/again'))).toBe('1')
  })
})

describe.each(versions)('an outcome in Hono %s', (_, Hono) => {
  const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1)) })

  it('is known at once where no body will be sent', async () => {
    for (const [method, path] of [
      ['HEAD', '/'],
      ['GET', '/empty'],
    ] as const) {
      const { app, ended } = told(Hono)
      app.get('/', (c) => c.body(endless(), 202))
      app.get('/empty', (c) => c.body(null, 202))
      await app.request(path, { method })
      expect(await ended()).toEqual([[202, false]])
    }
  })

  it('is known when the body has been read, and is an abort when it was given up or broke', async () => {
    const whole = told(Hono)
    whole.app.get('/', (c) => c.text('hello', 201))
    const response = await whole.app.request('/')
    expect([await response.text(), left(response)]).toEqual(['hello', '2'])
    expect(await whole.ended()).toEqual([[201, false]])
    const given = told(Hono)
    given.app.get('/', (c) => c.body(endless()))
    await (await given.app.request('/')).body?.cancel()
    expect(await given.ended()).toEqual([[undefined, true]])
    const broken = told(Hono)
    broken.app.get('/', (c) =>
      c.body(new ReadableStream({ pull: () => Promise.reject(new Error('broken')) })),
    )
    await expect((await broken.app.request('/')).text()).rejects.toThrow()
    expect(await broken.ended()).toEqual([[undefined, true]])
  })

  it('is an abort when the connection was closed before, and once only', async () => {
    const { app, ended } = told(Hono)
    app.get('/', (c) => c.text('late'))
    await (await app.request('/', { signal: AbortSignal.abort() })).text()
    expect(await ended()).toEqual([[undefined, true]])
  })
})

describe('what no version but the newest does', () => {
  it('C076: its error handler sends the headers of what `respond` throws', async () => {
    const respond = () => Promise.reject(new HTTPException(429, { message: 'slow down' }))
    const app = new Newest().use(limit({ respond }))
    for (let time = 0; time < 3; time++) await app.request('/')
    const response = await app.request('/')
    expect([response.status, await response.text()]).toEqual([429, 'slow down'])
    expect([left(response), response.headers.get('retry-after')]).toEqual(['0', '60'])
  })

  it('a handler without a response stays an error, and is an abort', async () => {
    const { app, ended } = told(Newest)
    app.onError((error, c) => c.text(error.message, 500))
    app.get('/forgets', (() => {}) as never)
    const response = await app.request('/forgets')
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('not finalized')])
    expect(await ended()).toEqual([[undefined, true]])
    const thrown = told(Newest)
    thrown.app.get('/', () => Promise.reject('no error'))
    await expect(thrown.app.request('/')).rejects.toBe('no error')
    expect(await thrown.ended()).toEqual([[undefined, true]])
  })

  it.each(['key', 'cost', 'skip'])(
    'C077: what `%s` throws answers as it would anywhere else',
    async (option) => {
      const question = () => {
        throw new HTTPException(401, { message: 'log in first' })
      }
      const response = await new Newest().use(limit({ [option]: question })).request('/')
      expect([response.status, await response.text()]).toEqual([401, 'log in first'])
    },
  )
})
