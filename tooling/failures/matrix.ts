import { mkdirSync, writeFileSync } from 'node:fs'
import { startRedis } from '../servers/index.ts'
import { COLUMNS, SENDS_ONCE } from './clients.ts'
import { commandLine, refuse } from './command-line.ts'
import { startInProcess } from './in-process.ts'
import { SEVERAL, SINGLE } from './rows/index.ts'
import { runRow } from './run-row.ts'
import type { Row } from './scene.ts'
import { matrixText, type Results } from './table.ts'

const all = [...SINGLE, ...SEVERAL]
const FILE = 'docs/failure-matrix.md'

const USAGE = `Usage: pnpm matrix [options]

Plays every failure of Redis to every client, in some four minutes, and writes ${FILE}.

  --only ROW  this row, and those of more such options; prints the matrix and writes nothing
  --json      prints everything that was measured and writes nothing
  --help      prints this

Rows: ${all.map(({ name }) => name).join(', ')}.
Progress goes to stderr. REDIS_SERVER names a Redis or Valkey binary other than the one on the PATH.`

const { values } = commandLine(USAGE, {
  only: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
})
const unknown = values.only?.find((row) => !all.some(({ name }) => name === row))
if (unknown !== undefined) refuse(`No row is called ${unknown}`, USAGE)
const rows = values.only ? all.filter(({ name }) => values.only!.includes(name)) : all

async function serverName(): Promise<string> {
  const redis = await startRedis()
  const info = await redis.cli('info', 'server')
  await redis.stop()
  const version = /valkey_version:(\S+)/.exec(info) ?? /redis_version:(\S+)/.exec(info)
  return `${info.includes('valkey_version') ? 'Valkey' : 'Redis'} ${version?.[1]}`
}

/** Where there are several servers, a client that finds its way again works hard, and many at once would share too few processors. */
function* atOnce(row: Row, clients: readonly string[]): Generator<readonly string[]> {
  const count = SEVERAL.includes(row) ? 2 : clients.length
  for (let from = 0; from < clients.length; from += count) yield clients.slice(from, from + count)
}

const results: Results = {}
for (const [nth, row] of rows.entries()) {
  process.stderr.write(`${nth + 1}/${rows.length} ${row.name} … `)
  const started = performance.now()
  const clients = row.loseReplies ? [...COLUMNS, SENDS_ONCE] : COLUMNS
  const cells: Results[string] = {}
  for (const some of atOnce(row, clients)) Object.assign(cells, await runRow(row, some, startInProcess))
  results[row.name] = cells
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(1)} s\n`)
}
if (values.json) console.log(JSON.stringify(results, null, 2))
else {
  const text = matrixText(results, await serverName())
  if (values.only) console.log(text)
  else {
    mkdirSync('docs', { recursive: true })
    writeFileSync(FILE, text)
  }
}
