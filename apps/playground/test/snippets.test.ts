import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../tooling/servers/ports.ts'
import { generate, STORES, TARGETS, type Wanted } from '../src/page/code/generate.ts'
import { ALGORITHM_NAMES, type PolicySpec, specOf, toPolicy } from '../src/page/policy/spec.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Every algorithm as it starts, every mode and option there is, and texts that a program must escape. */
const SPECS: readonly PolicySpec[] = [
  ...ALGORITHM_NAMES.map(specOf),
  {
    algorithm: 'tokenBucket',
    options: {
      capacity: '1000000',
      refillRate: '7',
      refillInterval: '2m',
      refill: 'interval',
      name: `a'b\\\`${'$'}{c}`,
    },
  },
  { algorithm: 'fixedWindow', options: { limit: '5', window: '30d', anchor: 'clock', name: '"quoted"' } },
  { algorithm: 'leakyBucket', options: { capacity: '5', leakRate: '1', leakInterval: '250ms' } },
]
const KEYS = ['user:123', `it's\n${'$'}{key}\u2028\`\\`]

const wanted: readonly Wanted[] = TARGETS.flatMap((target) =>
  STORES.flatMap((store) => [false, true].map((fallback) => ({ target, store, fallback }))),
)
const simple = wanted.filter(({ store, fallback }) => store === 'ioredis' && !fallback)

/** Where each package is installed, so that a program finds what `npm install` would bring. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@rl/core': 'packages/core',
  '@rl/express': 'packages/express',
  '@rl/fastify': 'packages/fastify',
  '@rl/koa': 'packages/koa',
  '@rl/hono': 'packages/hono',
  express: 'packages/express/node_modules/express',
  '@types/express': 'packages/express/node_modules/@types/express',
  fastify: 'packages/fastify/node_modules/fastify',
  koa: 'packages/koa/node_modules/koa',
  '@types/koa': 'packages/koa/node_modules/@types/koa',
  hono: 'packages/hono/node_modules/hono',
  '@hono/node-server': 'packages/hono/node_modules/@hono/node-server',
  ioredis: 'node_modules/ioredis6',
  redis: 'node_modules/redis6',
  '@types/node': 'node_modules/@types/node',
}

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rl-snippets-')))
  for (const [name, place] of Object.entries(PACKAGES)) {
    const path = join(folder, 'node_modules', name)
    mkdirSync(join(path, '..'), { recursive: true })
    symlinkSync(join(root, place), path, 'junction')
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the code that is taken along', () => {
  it('compiles for every framework, client and algorithm', () => {
    SPECS.forEach((spec, place) => {
      for (const one of place === 0 ? wanted : simple) {
        const { code } = generate(spec, toPolicy(spec), KEYS[place % KEYS.length]!, one)
        const name = `${place}-${one.target}-${one.store}-${one.fallback}.ts`
        writeFileSync(join(folder, name), code)
      }
    })
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      types: ['node'],
      skipLibCheck: true,
      noUnusedLocals: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  it.each(TARGETS.filter((target) => target !== 'core'))('runs and limits, with %s', async (target) => {
    const spec: PolicySpec = { algorithm: 'fixedWindow', options: { limit: '2', window: '1h' } }
    const { code } = generate(spec, toPolicy(spec), 'any', { target, store: 'memory', fallback: false })
    const file = join(folder, `run-${target}.ts`)
    writeFileSync(file, code)
    const port = await freePort()
    const child = spawn(process.execPath, [file], {
      env: { PATH: process.env.PATH, PORT: `${port}` },
      stdio: 'inherit',
    })
    const status = async () => (await fetch(`http://localhost:${port}`).catch(() => undefined))?.status
    await expect.poll(status, { timeout: 15_000 }).toBe(200)
    expect([await status(), await status()]).toEqual([200, 429])
    child.kill()
    await once(child, 'exit')
  })

  it('runs without a framework', () => {
    const spec = specOf('tokenBucket')
    const { code } = generate(spec, toPolicy(spec), "it's", {
      target: 'core',
      store: 'memory',
      fallback: false,
    })
    const file = join(folder, 'run-core.ts')
    writeFileSync(file, code)
    const { stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
    expect(stdout.trim()).toBe('{ allowed: true, remaining: 19, retryAfterMs: 0 }')
  })
})
