// `pnpm test:on`: the packages' tests on another Node, against another server.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine, refuse } from '../../failures/command-line.ts'
import { nodeBinary } from '../install/nodes.ts'
import { root } from '../workspace.ts'

const engines = join(tmpdir(), 'rl-engines')

const USAGE = `Usage: pnpm test:on [--node VERSION] [--engine NAME] [TEST ...]

Runs the tests of the packages, or those that are named, on a release of Node (from npm's package \`node\`) and against an engine
(redis-6.0, redis-8.0, valkey-8.0, valkey-8.1, ..., unpacked into ${engines}: Debian, as root). What is not named stays as it is.

  --help  prints this`

const { values, positionals } = commandLine(USAGE, { node: { type: 'string' }, engine: { type: 'string' } })
const node = values.node ? await nodeBinary(values.node) : process.execPath
const server = values.engine ? engine(values.engine) : process.env.REDIS_SERVER

// These are of the packages; what is beside them wants the Node of the toolchain.
const tests =
  positionals.length > 0 ? positionals : ['packages/', '--exclude', 'tooling/**', ...tooNew(values.node)]
const { status } = spawnSync(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...tests], {
  cwd: root,
  env: { ...process.env, ...(server ? { REDIS_SERVER: server } : {}) },
  stdio: 'inherit',
})
process.exitCode = status ?? 1

function engine(name: string): string {
  const binary = join(engines, 'bin', `${name}-server`)
  const fetch = join(root, 'tooling/failures/engines/fetch.sh')
  if (!existsSync(binary)) execFileSync('bash', [fetch, engines], { stdio: 'inherit' })
  return existsSync(binary) ? binary : refuse(`There is no ${name} in ${engines}`, USAGE)
}

/** Tests that start TypeScript or speak WebSocket themselves, which Node 20 does not. */
function tooNew(version = process.versions.node): string[] {
  if (Number.parseInt(version, 10) >= 22) return []
  const files = ['packages/express/test/other-process.test.ts', 'packages/hono/test/workerd.test.ts']
  return files.flatMap((file) => ['--exclude', file])
}
