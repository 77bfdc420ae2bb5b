// The whole check: build, lint, types, then every test, never from a cache. The last line is the count.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { findRedisServer } from './redis-server.ts'
import { tally } from './report.ts'

const args = process.argv.slice(2)
const broken: string[] = []

const redis = findRedisServer()
if ('missing' in redis) end(0, 1, [redis.missing])
else say(`Testing with ${redis.version}`)
const chromium = findChromium()
if ('missing' in chromium) end(0, 1, [chromium.missing])

step('build', 'Building all packages', ['pnpm', 'exec', 'turbo', 'run', 'build', '--output-logs=errors-only'])
step('lint', 'Linting', ['pnpm', 'run', 'lint'])
step('typecheck', 'Checking types', ['pnpm', 'run', 'typecheck', '--output-logs=errors-only'])

say('Running the tests')
const dir = mkdtempSync(join(tmpdir(), 'rl-report-'))
const file = join(dir, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
const exitCode = run(['vitest', 'run', ...reporters, ...args])
const result = tally(file, exitCode, { partial: args.length > 0 })
rmSync(dir, { recursive: true })

const remarks = [...result.remarks, ...broken.map((name) => `${name} failed: see above`)]
end(result.passed, result.failed + broken.length, remarks)

function step(name: string, title: string, command: string[]): void {
  say(title)
  if (run(command) !== 0) broken.push(name)
}

function run([command = '', ...rest]: string[]): number {
  return spawnSync(command, rest, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1
}

function say(text: string): void {
  console.log(`> ${text}`)
}

function end(passed: number, failed: number, remarks: string[]): never {
  for (const remark of remarks) say(remark)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}
