import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FlagError, readFlags, type Settings, USAGE } from './server/flags.ts'
import { type Playground, startPlayground } from './server/server.ts'

const page = join(import.meta.dirname, '..', 'dist')

function end(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}

function read(): Settings {
  try {
    const settings = readFlags(process.argv.slice(2), process.env)
    if (settings) return settings
  } catch (error) {
    if (error instanceof FlagError) end(`${error.message}; --help shows what there is`, 2)
    throw error
  }
  console.log(USAGE)
  process.exit(0)
}

const PROBLEMS: Readonly<Record<string, (settings: Settings) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken; choose another with --port`,
  EACCES: ({ port }) => `Port ${port} may not be used; choose another with --port`,
  EADDRNOTAVAIL: ({ host }) => `${host} is no address of this machine; choose another with --host`,
  ENOTFOUND: ({ host }) => `${host} is not known; choose another with --host`,
}

async function start(settings: Settings): Promise<Playground> {
  try {
    return await startPlayground(settings, page)
  } catch (error) {
    const problem = PROBLEMS[(error as NodeJS.ErrnoException).code ?? '']
    if (problem) end(problem(settings), 1)
    throw error
  }
}

const settings = read()
if (!existsSync(join(page, 'index.html'))) end('The page is not built; `npm start` in the root builds it', 1)
const { url, status, close } = await start(settings)
const where = status.store === 'memory' ? 'memory' : `Redis at ${status.at}`
if (status.away) {
  console.log(`Redis at ${status.at} does not answer (${status.away}): deciding in memory until it does.`)
}
console.log(`The playground is on ${url}, counting in ${where}. Ctrl+C ends it.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().then(() => process.exit(0)))
}
