import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { launch } from '../../servers/launch.ts'
import { freePort } from '../../servers/ports.ts'
import { attempt } from '../command.ts'
import { emptyFolder } from '../consumer/folder.ts'
import { flood } from '../consumer/serving.ts'
import { root } from '../workspace.ts'
import { type Problem, runProgram } from './checks.ts'
import type { Installation } from './installation.ts'
import { EXPECTED } from './programs.ts'

const JEST = '30.4.2'

/** The compiled programs run on Bun and Deno, counting in Redis. */
export async function checkOtherRuntimes(folder: Installation, redis: string): Promise<Problem[]> {
  const bun = fileURLToPath(import.meta.resolve('bun/bin/bun.exe'))
  const deno = [
    fileURLToPath(import.meta.resolve('deno/deno')),
    'run',
    '--allow-all',
    '--node-modules-dir=manual',
  ]
  const commands = [[bun], deno].flatMap((runtime) =>
    ['mjs', 'cjs'].map((kind) => [...runtime, `nodenext/hono.${kind}`]),
  )
  const problems: Problem[] = []
  for (const command of commands) {
    const said = await runProgram(command, folder, redis)
    if (said !== EXPECTED) problems.push([command.join(' '), said])
  }
  return problems
}

const WORKER = `import { Hono } from 'hono'
import { fixedWindow, memoryStore, rateLimit } from '@rl/hono'
const app = new Hono()
app.use(rateLimit({ store: memoryStore(), policies: fixedWindow({ limit: 2, window: '1h' }), key: () => 'user:123' }))
app.get('/', (c) => c.text('ok'))
export default app`

/** Without \`nodejs_compat\`: a worker that imports anything of \`node:\` does not start. */
const workerConfig = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "worker", worker = (
    modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
    compatibilityDate = "2026-07-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", service = "worker", http = ())],
);`

/** A worker made of the packed adapter runs on workerd, counting in memory. */
export async function checkWorkerd(folder: Installation): Promise<Problem[]> {
  await folder.write('worker.ts', WORKER)
  const bundle = await rolldown({
    input: join(folder.dir, 'worker.ts'),
    cwd: folder.dir,
    platform: 'neutral',
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const port = await freePort()
  const place = await emptyFolder()
  await place.write('worker.mjs', output[0].code)
  await place.write('config.capnp', workerConfig(port))
  const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }
  const args = ['serve', 'config.capnp', '--control-fd=1']
  const server = await launch(workerd, args, { dir: place.dir, ready: /"listen"/ })
  const { allowed, limited } = await flood(`http://127.0.0.1:${port}/`, 5).finally(server.stop)
  return allowed === 2 && limited === 3 ? [] : [['workerd', `${allowed} allowed, ${limited} limited`]]
}

const TEST = `test('the second of one is too many', async () => {
  const limiter = createLimiter({ store: memoryStore(), policies: fixedWindow({ limit: 1, window: '1h' }) })
  expect((await limiter.consume('user:123')).allowed).toBe(true)
  expect((await limiter.consume('user:123')).allowed).toBe(false)
})`

/** Jest and Vitest load the packages, each in its own way. */
export async function checkTestRunners(folder: Installation): Promise<Problem[]> {
  const names = '{ createLimiter, fixedWindow, memoryStore }'
  await folder.write('jest/limits.test.js', `const ${names} = require('@rl/hono')\n${TEST}`)
  await folder.write('vitest/limits.test.js', `import ${names} from '@rl/hono'\n${TEST}`)
  await folder.npm('install', '--no-save', '--prefer-offline', `jest@${JEST}`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const runs: (readonly string[])[] = [
    ['node_modules/jest/bin/jest.js', '--rootDir', 'jest'],
    [vitest, 'run', '--globals', '--root', 'vitest'],
  ]
  const problems: Problem[] = []
  for (const args of runs) {
    const { code, output } = await attempt(process.execPath, args, { cwd: folder.dir, timeout: 60_000 })
    if (code !== 0 || !/1 passed/.test(output)) problems.push([args.join(' '), output])
  }
  return problems
}
