import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { commandLine } from '../command-line.ts'

const TESTS = [
  ...['stores', 'stores-lives', 'stores-damaged', 'scripts', 'scripts-sixteen'],
  ...['twins', 'atomicity', 'privilege', 'half-written'],
]

/** Scripts cannot ask Redis 6 what their user may do. */
const testsFor = (engine: string): string[] =>
  TESTS.filter((name) => name !== 'half-written' || !engine.startsWith('redis-6')).map(
    (name) => `packages/core/test/${name}.test.ts`,
  )

const USAGE = `Usage: pnpm engines [FOLDER]

Runs the store contract, over every client, on other Redis and Valkey servers, in some five minutes. They are unpacked
into FOLDER, which keeps them for the next time (Debian, as root), from the mirror that the machine uses already.

  --help  prints this`

const { positionals } = commandLine(USAGE, {})
const folder = resolve(positionals[0] ?? join(tmpdir(), 'rl-engines'))
const bin = join(folder, 'bin')
if (!existsSync(bin)) {
  execFileSync('bash', [join(import.meta.dirname, 'fetch.sh'), folder], { stdio: 'inherit' })
}
const engines = readdirSync(bin).filter((name) => name.endsWith('-server'))
if (engines.length === 0) throw new Error(`No engine was found in ${bin}`)

let failed = 0
for (const engine of engines) {
  process.stderr.write(`${engine.replace('-server', '')} …\n`)
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', ...testsFor(engine)],
    { env: { ...process.env, REDIS_SERVER: join(bin, engine) }, encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  const report = /^\{.*\}$/m.exec(stdout ?? '')?.[0]
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = report ? JSON.parse(report) : {}
  if (status !== 0) failed++
  console.log(`${engine.replace('-server', '')}: ${numPassedTests} passed, ${numFailedTests} failed`)
  for (const { name, assertionResults, message } of testResults) {
    if (message) console.log(`  ${name}: ${message}`)
    for (const { status: result, fullName } of assertionResults) {
      if (result === 'failed') console.log(`  ${fullName}`)
    }
  }
}
if (failed > 0) process.exitCode = 1
