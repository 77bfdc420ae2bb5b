import type { Decision, GuardOptions, Limiter, Reply } from '@rl/core'
import { createGuard, OptionsError } from '@rl/core'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

export * from '@rl/core'

const HOOKS = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const

type Options = GuardOptions<FastifyRequest> & {
  /** When a request is limited; `'onRequest'` by default. A later hook runs after the route's own of its name. */
  hook?: (typeof HOOKS)[number]
}

/** Options of the plugin; with `global: false` it limits only the routes that have some in `config.rateLimit`. */
export type RateLimitOptions = Options & {
  /** Whether routes without options of their own are limited; `true` by default. */
  global?: boolean
}

/** A route's own options, on top of the plugin's. `policies`, on the plugin's store, or a `limiter` replace its limit. */
export type RouteRateLimit = Partial<Omit<Options, 'store' | 'onDecision'>>

declare module 'fastify' {
  interface FastifyRequest {
    /** What was decided by the last limit; `null` where nothing was: skipped, or the store failed. */
    rateLimit: Decision | null
  }
  // Inherited, since a property declared here would have to be the same in every plugin that declares it.
  interface FastifyContextConfig extends Partial<Record<'rateLimit', RouteRateLimit | false>> {}
}

/** Plays a reply; what comes back is what a hook returns. */
function play(reply: Reply, request: FastifyRequest, response: FastifyReply): FastifyReply | undefined {
  const { raw } = response
  if (reply.decision) request.rateLimit = reply.decision
  if (reply.pass && reply.settle) {
    const { settle } = reply
    const end = (aborted: boolean) => void settle({ status: raw.statusCode, aborted })
    // HTTP/2 says `finish` of what was cut off, too; an injected request is never quite finished.
    if (raw.destroyed || raw.writableFinished) end(!raw.writableEnded)
    else raw.once('finish', () => end(!raw.writableEnded)).once('close', () => end(true))
  }
  if (raw.headersSent) return response
  response.headers(reply.headers)
  // A serializer keeps Fastify from adding a charset to JSON, which has none.
  return reply.pass ? undefined : response.code(reply.status).serializer(String).send(reply.body)
}

function guardOf(options: Options) {
  const { hook = 'onRequest' } = options
  if (!HOOKS.includes(hook)) throw new OptionsError(`Expected \`hook\` to be one of ${HOOKS.join(', ')}`)
  return createGuard(options, {
    address: (request) => request.ip,
    unheeded: ({ headers, ip, ips, socket }) =>
      'x-forwarded-for' in headers && ip === socket.remoteAddress && ips === undefined,
    addressSetting: '`trustProxy`',
    options: ['hook'],
  })
}

async function plugin(app: FastifyInstance, given: RateLimitOptions): Promise<void> {
  if (typeof Object(app).addHook !== 'function') {
    throw new OptionsError(
      '`rateLimit` is the plugin itself and is not called: write `app.register(rateLimit, { … })`',
    )
  }
  const { global = true, ...options } = given
  const { limiter, store = (limiter as Limiter)?.store, policies, onDecision, ...settings } = options
  const { hook = 'onRequest' } = options
  const common = guardOf(options)
  const guards = new WeakMap<object, typeof common>()
  const late = Symbol('limited by a hook of the route')

  /** A route's own options on top of the plugin's. */
  function optionsOf(own: RouteRateLimit): Options {
    if (own.limiter) return { ...settings, ...own } as Options
    if (!own.policies) return { ...options, ...own } as Options
    if (store) return { ...settings, store, onDecision, ...own } as Options
    throw new OptionsError(
      'Expected `config.rateLimit` to have a `limiter`, got `policies`; the plugin has no `store` for them',
    )
  }

  function guardFor(own: RouteRateLimit | false | undefined): typeof common | undefined {
    if (own === undefined || own === false) return global && own !== false ? common : undefined
    if (Object(own) !== own) throw new OptionsError('Expected `config.rateLimit` to be an object or false')
    const guard = guards.get(own) ?? guardOf(optionsOf(own))
    guards.set(own, guard)
    return guard
  }
  const limit = (isLate: boolean) => async (request: FastifyRequest, response: FastifyReply) => {
    const { config } = request.routeOptions // made anew each time it is read
    const guard = late in config === isLate ? guardFor(config.rateLimit) : undefined
    return guard && play(await guard(request), request, response)
  }

  if (!app.hasRequestDecorator('rateLimit')) app.decorateRequest('rateLimit', null)
  app.addHook(hook, limit(false))
  app.addHook('onRoute', (route) => {
    const own = route.config?.rateLimit
    const at = (own || options).hook ?? hook
    if (!guardFor(own) || (at === 'onRequest' && hook === 'onRequest')) return
    route.config = Object.assign({ [late]: true }, route.config)
    Object.assign(route, { [at]: [route[at] ?? [], limit(true)].flat() })
  })
}

/** Limits the requests of its scope, unknown routes too. Registering it rejects with an `OptionsError` for bad options. */
export const rateLimit: FastifyPluginAsync<RateLimitOptions> = fastifyPlugin(plugin, {
  name: '@rl/fastify',
  fastify: '5.x',
})
export default rateLimit
