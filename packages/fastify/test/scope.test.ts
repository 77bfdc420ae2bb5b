import {
  createLimiter,
  fixedWindow,
  memoryStore,
  OptionsError,
  type RateLimitOptions,
  type RouteRateLimit,
  rateLimit,
} from '@rl/fastify'
import fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'

const ten = fixedWindow({ name: 'ten', limit: 10, window: '1m' })
const three = fixedWindow({ name: 'three', limit: 3, window: '1m' })
const hello = async () => 'hello'

async function left(app: FastifyInstance, ...urls: string[]): Promise<unknown[]> {
  const all: unknown[] = []
  for (const url of urls)
    all.push((await app.inject(url)).headers.ratelimit?.toString().replaceAll(/;t=\d+/g, ''))
  return all
}

describe('a scope', () => {
  it('C071: limits its own routes and those of its children, and no others', async () => {
    const app = fastify()
    app.get('/before', hello)
    await app.register(async (scope) => {
      scope.get('/first', hello)
      await scope.register(rateLimit, { store: memoryStore(), policies: ten })
      scope.get('/in', hello)
      await scope.register(async (child) => child.get('/child', hello))
    })
    app.get('/after', hello)
    expect(await left(app, '/before', '/in', '/child', '/first', '/after', '/unknown')).toEqual([
      ...[undefined, '"ten";r=9', '"ten";r=8', '"ten";r=7'],
      ...[undefined, undefined],
    ])
  })

  it('C071: limits routes that were declared before the plugin was loaded', async () => {
    const app = fastify()
    app.get('/first', hello)
    app.register(rateLimit, { store: memoryStore(), policies: ten })
    app.get('/', hello)
    app.get('/own', { config: { rateLimit: { policies: three } } }, hello)
    app.get(
      '/user',
      { config: { rateLimit: { policies: three, hook: 'preHandler', key: () => 'user:1' } } },
      hello,
    )
    app.get('/none', { config: { rateLimit: false } }, hello)
    expect(await left(app, '/first', '/', '/own', '/user', '/none')).toEqual([
      ...['"ten";r=9', '"ten";r=8', '"three";r=2', '"three";r=2'],
      undefined,
    ])
  })

  it('has the limits of its parents too, each charged once', async () => {
    const app = fastify()
    const store = memoryStore()
    await app.register(rateLimit, { store, policies: ten })
    await app.register(async (scope) => {
      await scope.register(rateLimit, { store, policies: three })
      scope.get('/in', hello)
    })
    app.get('/', hello)
    expect(await left(app, '/in', '/', '/in')).toEqual([
      '"ten";r=9, "three";r=2',
      '"ten";r=8',
      '"ten";r=7, "three";r=1',
    ])
  })

  it('says `null` in request.rateLimit where nothing was decided', async () => {
    const app = fastify()
    await app.register(rateLimit, { store: memoryStore(), policies: ten })
    app.get('/', async ({ rateLimit }) => ({ remaining: rateLimit?.remaining }))
    app.get('/none', { config: { rateLimit: false } }, async ({ rateLimit }) => ({ rateLimit }))
    expect((await app.inject('/')).json()).toEqual({ remaining: 9 })
    expect((await app.inject('/none')).json()).toEqual({ rateLimit: null })
  })
})

describe('a route', () => {
  it('C068: replaces the limit by policies of its own, on the same store', async () => {
    const app = fastify()
    const store = memoryStore()
    const limiter = createLimiter({ store, policies: ten })
    await app.register(rateLimit, { limiter })
    app.get('/', hello)
    app.get('/own', { config: { rateLimit: { policies: three } } }, hello)
    expect(await left(app, '/', '/own', '/own', '/')).toEqual([
      ...['"ten";r=9', '"three";r=2', '"three";r=1'],
      '"ten";r=8',
    ])
    expect((await createLimiter({ store, policies: three }).peek('127.0.0.1', { cost: 0 })).remaining).toBe(1)
  })

  it('replaces the limit by a limiter of its own, and keeps the other options', async () => {
    const app = fastify()
    await app.register(rateLimit, { store: memoryStore(), policies: ten, onDecision() {}, cost: 2 })
    const limiter = createLimiter({ store: memoryStore(), policies: three })
    app.get('/own', { config: { rateLimit: { limiter } } }, hello)
    app.get('/cheap', { config: { rateLimit: { limiter, cost: 1 } } }, hello)
    expect(await left(app, '/own', '/cheap', '/cheap')).toEqual(['"three";r=1', '"three";r=0', '"three";r=0'])
  })

  it('changes other options only, under the same limit', async () => {
    const app = fastify()
    await app.register(rateLimit, { store: memoryStore(), policies: ten })
    app.get('/', hello)
    app.get('/search', { config: { rateLimit: { cost: 5 } } }, hello)
    expect(await left(app, '/', '/search', '/')).toEqual(['"ten";r=9', '"ten";r=4', '"ten";r=3'])
  })

  it('has one guard for all its requests, which warns once of a store that fails', async () => {
    const app = fastify()
    const warnings: string[] = []
    await app.register(rateLimit, {
      store: { ...memoryStore(), consume: () => Promise.reject(new Error('away')) },
      policies: ten,
      onWarning: ({ code }) => warnings.push(code),
    })
    app.get('/', hello)
    app.get('/own', { config: { rateLimit: { policies: three } } }, hello)
    await left(app, '/', '/own', '/', '/own', '/own')
    expect(warnings).toEqual(['store-failed', 'store-failed'])
  })

  it('is left alone with `global: false`, unless it says something', async () => {
    const app = fastify()
    await app.register(rateLimit, { store: memoryStore(), policies: ten, global: false })
    app.get('/', hello)
    app.get('/in', { config: { rateLimit: {} } }, hello)
    app.get('/own', { config: { rateLimit: { policies: three } } }, hello)
    expect(await left(app, '/', '/in', '/own', '/unknown')).toEqual([
      ...[undefined, '"ten";r=9', '"three";r=2'],
      undefined,
    ])
  })
})

describe('wrong options', () => {
  const good = { store: memoryStore(), policies: ten }
  const wrong: Record<string, unknown> = {
    'nothing at all': {},
    'an unknown one': { ...good, max: 3 },
    'a hook that is too late': { ...good, hook: 'onSend' },
    'a list that holds no address': { ...good, allow: ['localhost'] },
  }
  for (const [title, options] of Object.entries(wrong)) {
    it(`are refused when the plugin is registered: ${title}`, async () => {
      const registered = fastify().register(rateLimit, options as RateLimitOptions)
      await expect(registered).rejects.toThrow(OptionsError)
    })
  }

  it.each([
    ['true', true],
    ['nothing', null],
    ['a text', '1 minute'],
    ['an unknown option', { max: 3 }],
    ['an unknown hook', { hook: 'onSend' }],
    ['a limiter and policies', { limiter: createLimiter(good), policies: ten }],
  ])('are refused when a route is declared, and when one was before: %s', async (_, own) => {
    const config = { rateLimit: own as false }
    const app = fastify()
    app.get('/first', { config }, hello)
    await app.register(rateLimit, good)
    expect(() => app.get('/', { config }, hello)).toThrow(OptionsError)
    expect((await app.inject('/first')).json()).toMatchObject({ statusCode: 500, code: 'RL_OPTIONS' })
  })

  it('say that `rateLimit` is the plugin, where it was called or used as a hook', async () => {
    const call = rateLimit as unknown as (options: object) => Promise<never>
    const message =
      '`rateLimit` is the plugin itself and is not called: write `app.register(rateLimit, { … })`'
    await expect(fastify().register(call(good)).ready()).rejects.toThrow(message)
    const app = fastify()
    app.addHook('onRequest', rateLimit as never)
    app.get('/', hello)
    expect((await app.inject('/')).json()).toMatchObject({ code: 'RL_OPTIONS', message })
    await expect(fastify().register(rateLimit, createLimiter(good) as never)).rejects.toThrow('`{ limiter }`')
  })

  it('say that a route needs a limiter where the plugin has no store', async () => {
    const app = fastify()
    await app.register(rateLimit, { limiter: () => createLimiter(good) })
    const route = (own: RouteRateLimit) => () => app.get('/', { config: { rateLimit: own } }, hello)
    expect(route({ policies: three })).toThrow(
      /`config.rateLimit` to have a `limiter`, got `policies`; .*no `store`/,
    )
    expect(route({ limiter: createLimiter(good), policies: three })).toThrow(/either `limiter` or `policies`/)
    expect(route({ limiter: createLimiter(good) })).not.toThrow()
  })
})
