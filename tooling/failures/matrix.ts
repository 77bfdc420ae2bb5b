// Plays every failure of Redis to every client and writes docs/failure-matrix.md:
//   pnpm matrix                    all rows, some two minutes
//   pnpm matrix --only frozen      one row, or several; prints, writes nothing
//   pnpm matrix --json             prints everything that was measured, writes nothing
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startRedis } from '../servers/index.ts'
import { COLUMNS, SENDS_ONCE } from './clients.ts'
import { startInThread } from './in-thread.ts'
import { SEVERAL, SINGLE } from './rows/index.ts'
import { runRow } from './run-row.ts'
import { matrixText, type Results } from './table.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, json: { type: 'boolean', default: false } },
})
const all = [...SINGLE, ...SEVERAL]
const rows = values.only ? all.filter(({ name }) => values.only!.includes(name)) : all
if (rows.length === 0) {
  console.error(`No such row; there are: ${all.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

async function serverName(): Promise<string> {
  const redis = await startRedis()
  const info = await redis.cli('info', 'server')
  await redis.stop()
  const version = /valkey_version:(\S+)/.exec(info) ?? /redis_version:(\S+)/.exec(info)
  return `${info.includes('valkey_version') ? 'Valkey' : 'Redis'} ${version?.[1]}`
}

const results: Results = {}
for (const [nth, row] of rows.entries()) {
  process.stderr.write(`${nth + 1}/${rows.length} ${row.name} … `)
  const started = performance.now()
  const clients = row.loseReplies ? [...COLUMNS, SENDS_ONCE] : COLUMNS
  results[row.name] = await runRow(row, clients, startInThread)
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(1)} s\n`)
}
if (values.json) console.log(JSON.stringify(results, null, 2))
else {
  const text = matrixText(results, await serverName())
  if (values.only) console.log(text)
  else {
    mkdirSync('docs', { recursive: true })
    writeFileSync('docs/failure-matrix.md', text)
  }
}
