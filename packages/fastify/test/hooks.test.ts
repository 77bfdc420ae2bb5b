import type { ServerResponse } from 'node:http'
import { fixedWindow, memoryStore, rateLimit, type Store } from '@rl/fastify'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'

declare module 'fastify' {
  interface FastifyRequest {
    user?: string
  }
}

const ten = fixedWindow({ name: 'ten', limit: 10, window: '1m' })
const three = fixedWindow({ name: 'three', limit: 3, window: '1m' })

/** A store that answers only after other things had their turn. */
function slow(): Store {
  const store = memoryStore()
  return {
    ...store,
    async consume(...call) {
      await new Promise((resolve) => setImmediate(resolve))
      return store.consume(...call)
    },
  }
}

type Ask = string | { method?: 'HEAD'; url: string; headers?: Record<string, string> }

async function statuses(app: FastifyInstance, times: number, ask: Ask): Promise<number[]> {
  const all: number[] = []
  for (let time = 0; time < times; time++) all.push((await app.inject(ask)).statusCode)
  return all
}

/** What is left of which policy, after each of these requests. */
async function left(app: FastifyInstance, asks: Ask[]): Promise<unknown[]> {
  const all: unknown[] = []
  for (const ask of asks)
    all.push((await app.inject(ask)).headers.ratelimit?.toString().replace(/;t=\d+/, ''))
  return all
}

const byUser = (request: FastifyRequest) => request.user ?? ''

function signIn(request: FastifyRequest, _: unknown, done: () => void): void {
  request.user = request.headers['x-user']?.toString() ?? ''
  done()
}

describe('the hook', () => {
  it('C068: comes first by default: nothing is done for a request that is refused', async () => {
    const app = fastify()
    const ran: string[] = []
    await app.register(rateLimit, { store: slow(), policies: three })
    app.addHook('onRequest', async () => void ran.push('next hook'))
    app.route({
      method: 'GET',
      url: '/',
      onRequest: async () => void ran.push('onRequest'),
      preHandler: async () => void ran.push('preHandler'),
      handler: async () => ran.push('handler'),
    })
    expect(await statuses(app, 4, '/')).toEqual([200, 200, 200, 429])
    const once = ['next hook', 'onRequest', 'preHandler', 'handler']
    expect(ran).toEqual([...once, ...once, ...once])
  })

  for (const hook of ['preParsing', 'preValidation', 'preHandler'] as const) {
    it(`C068: as ${hook} comes after the route's own, so that the key sees the user`, async () => {
      const app = fastify()
      const handled: unknown[] = []
      await app.register(rateLimit, { store: slow(), policies: three, hook, key: byUser })
      const hooked = { [hook === 'preHandler' ? 'preHandler' : 'onRequest']: signIn }
      app.get('/', hooked, async ({ user }) => handled.push(user))
      const ask = (user: string) => ({ url: '/', headers: { 'x-user': user } })
      expect(await statuses(app, 4, ask('user:1'))).toEqual([200, 200, 200, 429])
      expect(await statuses(app, 1, ask('user:2'))).toEqual([200])
      expect(handled).toEqual(['user:1', 'user:1', 'user:1', 'user:2'])
      // A key that is not there is an error, never a count that is shared.
      expect(await statuses(app, 1, ask(''))).toEqual([500])
    })
  }

  it('can be another one for a route, with several hooks of its own', async () => {
    const app = fastify()
    await app.register(rateLimit, { store: memoryStore(), policies: ten })
    const own = { config: { rateLimit: { policies: three, hook: 'preHandler', key: byUser } } } as const
    app.get('/user', { ...own, preHandler: [async () => {}, signIn] }, async () => 'hello')
    app.get('/', async () => 'hello')
    const ask = { url: '/user', headers: { 'x-user': 'user:1' } }
    expect(await left(app, [ask, '/', ask, '/'])).toEqual([
      '"three";r=2',
      '"ten";r=9',
      '"three";r=1',
      '"ten";r=8',
    ])
  })

  it('can be onRequest for a route where it is a later one else', async () => {
    const app = fastify()
    const ran: string[] = []
    await app.register(rateLimit, { store: memoryStore(), policies: three, hook: 'preHandler' })
    const config = { rateLimit: { hook: 'onRequest' } } as const
    app.get('/', { config, preValidation: async () => void ran.push('preValidation') }, async () => 'hello')
    expect(await statuses(app, 5, '/')).toEqual([200, 200, 200, 429, 429])
    expect(ran).toHaveLength(3)
  })

  it('waits for what onSend does with a refusal', async () => {
    const app = fastify()
    let handled = 0
    await app.register(rateLimit, { store: memoryStore(), policies: three })
    app.addHook('onSend', async (_request, response) => {
      await new Promise((resolve) => setImmediate(resolve))
      response.header('x-sent', 'yes')
    })
    app.get('/', async () => ++handled)
    await statuses(app, 3, '/')
    const refused = await app.inject('/')
    expect([refused.statusCode, refused.headers['x-sent'], handled]).toEqual([429, 'yes', 3])
  })

  it.each<[string, (raw: ServerResponse) => void]>([
    ['out', (raw) => void raw.end('early')],
    ['on its way', (raw) => void (raw.write('ear') && setImmediate(() => raw.end('ly')))],
  ])('C074: neither answers nor goes on where the response is %s already', async (_, answer) => {
    const app = fastify()
    const store = memoryStore()
    let early = () => {}
    let handled = 0
    app.addHook('onRequest', async (_request, { raw }) => {
      early = () => answer(raw)
    })
    await app.register(rateLimit, {
      policies: three,
      store: {
        ...store,
        consume(...call) {
          early()
          return store.consume(...call)
        },
      },
    })
    app.get('/', async () => ++handled)
    for (let time = 0; time < 5; time++) expect((await app.inject('/')).payload).toBe('early')
    expect(handled).toBe(0)
  })
})

describe('what is counted', () => {
  for (const hook of ['onRequest', 'preHandler'] as const) {
    it(`C069: unknown routes are, with ${hook}`, async () => {
      const app = fastify()
      await app.register(rateLimit, { store: memoryStore(), policies: three, hook })
      expect(await statuses(app, 4, '/wp-admin')).toEqual([404, 404, 404, 429])
    })

    it(`C069: a handler for unknown routes is limited too, with ${hook}`, async () => {
      const app = fastify()
      await app.register(rateLimit, { store: memoryStore(), policies: three, hook })
      app.setNotFoundHandler((_request, response) => response.code(404).send('nothing here'))
      await app.register(
        async (scope) =>
          scope.setNotFoundHandler((_request, response) => response.code(404).send('nor here')),
        { prefix: '/in' },
      )
      expect((await app.inject('/in/x')).payload).toBe('nor here')
      expect(await statuses(app, 3, '/x')).toEqual([404, 404, 429])
      expect(await statuses(app, 1, '/in/x')).toEqual([429])
    })

    it(`C070: an automatic HEAD route once, with ${hook}`, async () => {
      const app = fastify({ exposeHeadRoutes: true })
      await app.register(rateLimit, { store: memoryStore(), policies: ten, hook, cost: () => 1 })
      app.get('/', async () => 'hello')
      app.head('/explicit', async () => '')
      const head = (url: string) => ({ method: 'HEAD', url }) as const
      const found = await left(app, ['/', head('/'), '/', head('/explicit')])
      expect(found).toEqual([9, 8, 7, 6].map((n) => `"ten";r=${n}`))
      expect((await app.inject(head('/'))).payload).toBe('')
    })
  }

  it('the outcome of injected requests', async () => {
    const app = fastify()
    const options = {
      store: memoryStore(),
      policies: ten,
      refundWhen: (_: unknown, { status = 0 }) => status < 400,
    }
    await app.register(rateLimit, options)
    app.get('/', async () => 'hello')
    expect(await left(app, ['/', '/', '/x', '/', '/'])).toEqual([9, 9, 9, 8, 8].map((n) => `"ten";r=${n}`))
  })
})
