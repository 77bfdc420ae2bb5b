import type { Policy } from '@rl/core'
import { sentenceOf } from '../policy/sentence.ts'
import { optionsOf, type PolicySpec } from '../policy/spec.ts'

export const TARGETS = ['express', 'fastify', 'koa', 'hono', 'core'] as const
export type Target = (typeof TARGETS)[number]

export const STORES = ['ioredis', 'node-redis', 'memory'] as const
export type StoreKind = (typeof STORES)[number]

export interface Wanted {
  readonly target: Target
  readonly store: StoreKind
  /** Whether it goes on limiting while Redis is away. */
  readonly fallback: boolean
}

export interface Snippet {
  readonly install: string
  readonly code: string
}

/** What each store needs, and the lines that make it. */
const STORE_PARTS: Readonly<
  Record<
    StoreKind,
    { packages: string; imports: string; setUp: readonly string[]; store: string; names: string[] }
  >
> = {
  ioredis: {
    packages: ' ioredis',
    imports: "import { Redis } from 'ioredis'",
    setUp: [
      "const client = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', {",
      '  autoResendUnfulfilledCommands: false, // it could charge a request twice',
      '})',
      "client.on('error', () => {}) // the limiter warns when Redis is away",
      '',
    ],
    store: 'redisStore(client)',
    names: ['redisStore'],
  },
  'node-redis': {
    packages: ' redis',
    imports: "import { createClient } from 'redis'",
    setUp: [
      "const client = createClient({ url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' })",
      "client.on('error', () => {}) // the limiter warns when Redis is away",
      'await client.connect()',
      '',
    ],
    store: 'redisStore(client)',
    names: ['redisStore'],
  },
  memory: { packages: '', imports: '', setUp: [], store: 'memoryStore()', names: ['memoryStore'] },
}

const TARGET_PARTS: Readonly<
  Record<
    Target,
    { packages: string; imports: readonly string[]; guard: boolean; use: (key: string) => string[] }
  >
> = {
  express: {
    packages: '@rl/express express',
    imports: ["import express from 'express'"],
    guard: true,
    use: () => [
      'const app = express()',
      'app.use(rateLimit({ limiter }))',
      '',
      "app.get('/', (_request, response) => {",
      "  response.send('Hello\\n')",
      '})',
      '',
      'app.listen(Number(process.env.PORT ?? 3000))',
    ],
  },
  fastify: {
    packages: '@rl/fastify fastify',
    imports: ["import fastify from 'fastify'"],
    guard: true,
    use: () => [
      'const app = fastify()',
      'await app.register(rateLimit, { limiter })',
      '',
      "app.get('/', async () => 'Hello\\n')",
      '',
      'await app.listen({ port: Number(process.env.PORT ?? 3000) })',
    ],
  },
  koa: {
    packages: '@rl/koa koa',
    imports: ["import Koa from 'koa'"],
    guard: true,
    use: () => [
      'const app = new Koa()',
      'app.use(rateLimit({ limiter }))',
      '',
      'app.use((context) => {',
      "  context.body = 'Hello\\n'",
      '})',
      '',
      'app.listen(Number(process.env.PORT ?? 3000))',
    ],
  },
  hono: {
    packages: '@rl/hono hono @hono/node-server',
    imports: [
      "import { serve } from '@hono/node-server'",
      "import { getConnInfo } from '@hono/node-server/conninfo'",
      "import { Hono } from 'hono'",
    ],
    guard: true,
    use: () => [
      'const app = new Hono()',
      'app.use(rateLimit({ limiter, address: getConnInfo }))',
      '',
      "app.get('/', (c) => c.text('Hello\\n'))",
      '',
      'serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })',
    ],
  },
  core: {
    packages: '@rl/core',
    imports: [],
    guard: false,
    use: (key) => [
      `const { allowed, remaining, retryAfterMs } = await limiter.consume(${quote(key)})`,
      'console.log({ allowed, remaining, retryAfterMs })',
    ],
  },
}

/** A text as it stands in a program, whatever is in it. */
function quote(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${body.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** The policy as it is made in a program. */
export function policyCode(spec: PolicySpec): string {
  const options = Object.entries(optionsOf(spec)).map(
    ([name, value]) => `${name}: ${typeof value === 'number' ? grouped(value) : quote(value)}`,
  )
  return `${spec.algorithm}({ ${options.join(', ')} })`
}

const grouped = (value: number): string =>
  value < 10_000 ? `${value}` : `${value}`.replace(/\B(?=(\d{3})+$)/g, '_')

/** The configuration as a program for a framework. */
export function generate(spec: PolicySpec, policy: Policy, key: string, wanted: Wanted): Snippet {
  const target = TARGET_PARTS[wanted.target]
  const store = STORE_PARTS[wanted.store]
  const fallback = wanted.fallback && wanted.store !== 'memory'
  const names = ['createLimiter', ...store.names, spec.algorithm]
  if (target.guard) names.push('rateLimit')
  if (fallback) names.push('memoryStore', 'withBreaker', 'withFallback')
  const home = wanted.target === 'core' ? '@rl/core' : `@rl/${wanted.target}`
  const library = `import { ${names.sort().join(', ')} } from '${home}'`
  const keeps = fallback
    ? `withFallback(withBreaker(${store.store}), memoryStore(), { instances: 4 })`
    : store.store
  const lines = [
    ...[library, ...target.imports, ...(store.imports ? [store.imports] : [])].sort(byModule),
    '',
    ...store.setUp,
    ...(fallback ? ['// While Redis is away each of 4 processes decides by its share of the limit.'] : []),
    'const limiter = createLimiter({',
    `  store: ${keeps},`,
    `  // ${sentenceOf(spec, policy).replaceAll('\u202f', ' ')}`,
    `  policies: ${policyCode(spec)},`,
    '})',
    '',
    ...target.use(key),
  ]
  return { install: `npm install ${target.packages}${store.packages}`, code: `${lines.join('\n')}\n` }
}

const moduleOf = (line: string): string => / from '(.+)'/.exec(line)?.[1] ?? ''
const byModule = (one: string, other: string): number => (moduleOf(one) < moduleOf(other) ? -1 : 1)
