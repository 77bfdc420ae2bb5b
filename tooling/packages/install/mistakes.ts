/** A program that is wrong or odd, and what its author is told. */
export interface Mistake {
  readonly title: string
  readonly file: string
  readonly program: string
  readonly said: RegExp
}

const print = 'console.log(message)'

export const mistakes: readonly Mistake[] = [
  {
    title: 'a default import is refused, as of any package without one',
    file: 'default.mjs',
    program: `import rl from '@rl/hono'`,
    said: /SyntaxError: The requested module '@rl\/hono' does not provide an export named 'default'/,
  },
  {
    title: 'a name that is not there is refused',
    file: 'name.mjs',
    program: `import { ratelimit } from '@rl/koa'`,
    said: /SyntaxError: The requested module '@rl\/koa' does not provide an export named 'ratelimit'/,
  },
  {
    title: 'a file inside of a package cannot be imported',
    file: 'inside.mjs',
    program: `import '@rl/express/dist/index.js'`,
    said: /ERR_PACKAGE_PATH_NOT_EXPORTED/,
  },
  {
    title: 'nor can it be required',
    file: 'inside.cjs',
    program: `require('@rl/express/limiter')`,
    said: /ERR_PACKAGE_PATH_NOT_EXPORTED/,
  },
  {
    title: 'Fastify alone has a default export, by the custom of its plugins',
    file: 'plugin.mjs',
    program: `import plugin, { rateLimit } from '@rl/fastify'
import { createRequire } from 'node:module'
const required = createRequire(import.meta.url)('@rl/fastify')
console.log(plugin === rateLimit, required.default === required.rateLimit, typeof plugin)`,
    said: /^true true function\n$/,
  },
  {
    title: 'C085 a client of node-redis 3 is refused by name',
    file: 'old-client.cjs',
    program: `const { isOptionsError, redisStore } = require('@rl/fastify')
const client = require('redis3').createClient({ port: 1 }).on('error', () => {})
try {
  redisStore(client)
} catch ({ message, name, code }) {
  console.log(name, code, message)
}
process.exit()`,
    said: /^OptionsError RL_OPTIONS Expected `client` to be .*, got a node-redis client older than 4/,
  },
  {
    title: 'C085 what is no client is refused by what it lacks',
    file: 'no-client.mjs',
    program: `import { redisStore } from '@rl/koa'
try {
  redisStore({ get() {}, set() {} })
} catch ({ message }) {
  ${print}
}`,
    said: /^Expected `client` to be .*, got an object without the method `evalsha`\n$/,
  },
  {
    title: 'C087 an error of one build or copy is known to the other',
    file: 'copies.mjs',
    program: `import { createRequire } from 'node:module'
import * as esm from '@rl/koa'
const cjs = createRequire(import.meta.url)('@rl/express')
const thrown = (rl) => {
  try {
    rl.tokenBucket({ capacity: -1, refillRate: 1 })
  } catch (error) {
    return error
  }
}
const failed = async (rl, other) => {
  const consume = async () => {
    throw new other.StoreError('away')
  }
  const store = rl.withFallback({ consume, refund: consume, reset: consume }, rl.memoryStore(), { instances: 1, onWarning() {} })
  const limiter = rl.createLimiter({ store, policies: rl.fixedWindow({ limit: 1, window: '1s' }) })
  return (await limiter.consume('user:123')).degraded
}
console.log(
  esm.OptionsError !== cjs.OptionsError,
  [esm.isOptionsError(thrown(cjs)), cjs.isOptionsError(thrown(esm)), thrown(cjs).name],
  [esm.isStoreError(new cjs.StoreError('no')), cjs.isStoreError(new esm.StoreError('no'))],
  [await failed(esm, cjs), await failed(cjs, esm)],
)`,
    said: /^true \[ true, true, 'OptionsError' \] \[ true, true \] \[ true, true \]\n$/,
  },
]

/** The same for the compiler: a program for each, and the error it is answered with. */
export const compilerMistakes: readonly (readonly [program: string, said: RegExp])[] = [
  [`import rl from '@rl/hono'`, /^wrong\/0\.mts.*TS1192: Module '.*@rl\/hono.*' has no default export\.$/m],
  [
    `import '@rl/hono/dist/index.js'`,
    /^wrong\/1\.mts.*TS2882: Cannot find module .*'@rl\/hono\/dist\/index.js'\.$/m,
  ],
  [
    `import { limiter } from '@rl/hono/limiter'`,
    /^wrong\/2\.mts.*TS2307: Cannot find module '@rl\/hono\/limiter'/m,
  ],
  [`import { ratelimit } from '@rl/hono'`, /^wrong\/3\.mts.*TS2724: .* Did you mean 'rateLimit'\?$/m],
]
