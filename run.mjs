// `npm start` and `npm test` for a machine with only git, Node 20 and npm; everything else is brought here.
// `npm start` opens the playground, `npm start express` another program in `apps`; what follows is for the program.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const windows = process.platform === 'win32'
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }

const [task, ...rest] = process.argv.slice(2)
if (task === 'start') start(rest)
else if (task === 'test') test(rest)
else fail('Usage: node run.mjs start [app] [its flags] | test [arguments for vitest]')

function start(args) {
  const named = /^[a-z]+$/.test(args[0] ?? '') && existsSync(join(root, 'apps', args[0], 'src', 'main.ts'))
  const app = named ? `apps/${args.shift()}` : 'apps/playground'
  say(`Installing dependencies with ${packageManager}`)
  if (pnpm('install', '--frozen-lockfile', '--reporter=append-only'))
    fail('Could not install the dependencies')
  say(`Building ${app} and what it needs`)
  if (pnpm('exec', 'turbo', 'run', 'build', `--filter=./${app}...`, '--output-logs=errors-only'))
    fail('The build failed')
  say(`Starting ${app}`)
  const node = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
  const child = spawn(node, ['src/main.ts', ...args], { cwd: join(root, app), env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  // A signal to npm ends its shell and not us: without a look at who our parent is, the port would stay taken.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 200).unref()
  child.on('error', (error) => fail(`Could not start ${app}: ${error.message}`))
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
  )
}

function test(args) {
  say(`Installing dependencies with ${packageManager}`)
  if (pnpm('install', '--frozen-lockfile', '--reporter=append-only'))
    fail('Could not install the dependencies')
  process.exit(pnpm('exec', 'node', 'tooling/test/run.ts', ...args))
}

function pnpm(...args) {
  // npm may ask before it fetches pnpm; -y answers.
  const { status, error } = spawnSync('npx', ['-y', packageManager, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: windows,
  })
  if (error) fail(`Could not run npx: ${error.message}`)
  return status ?? 1
}

function say(text) {
  console.log(`> ${text}`)
}

function fail(text) {
  console.error(`> ${text}`)
  if (task === 'test') console.log('0 passed, 1 failed')
  process.exit(1)
}
