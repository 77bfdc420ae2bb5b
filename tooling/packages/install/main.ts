// `pnpm test:install`: the packed adapters, installed and used in each way that is supported.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine, count } from '../../failures/command-line.ts'
import { startRedis } from '../../servers/index.ts'
import { packAll } from '../workspace.ts'
import type { Problem } from './checks.ts'
import { nodeBinary, nodeVersions } from './nodes.ts'
import { everySetup, type Setup, title } from './setups.ts'
import { tryEverywhere, trySetup } from './whole.ts'

const USAGE = `Usage: pnpm test:install [--only TEXT] [--jobs N]

Packs the packages and installs each adapter, alone, beside the oldest and newest version of its framework and every client,
with npm and with pnpm where nothing is hoisted; compiles programs that use it with TypeScript 5.9 and 7 in each mode of
resolution, and runs them on Node ${nodeVersions.join(', ')}, Bun, Deno and workerd, under Jest and Vitest.
The releases of Node are kept in ${join(tmpdir(), 'rl-nodes')}.

  --only TEXT  only what has TEXT in its title
  --jobs N     so many at once (2)
  --help       prints this`

const { values } = commandLine(USAGE, { only: { type: 'string' }, jobs: { type: 'string' } })
const atOnce = count(values.jobs, 2, USAGE)

interface Job {
  readonly title: string
  run(): Promise<Problem[]>
}

const folder = mkdtempSync(join(tmpdir(), 'rl-packed-'))
const [tarballs, redis] = await Promise.all([packAll(folder), startRedis(), ...nodeVersions.map(nodeBinary)])
const url = `redis://127.0.0.1:${redis.port}`
const jobs: Job[] = [
  {
    title: '@rl/hono on Bun, Deno and workerd, under Jest and Vitest',
    run: () => tryEverywhere(tarballs, url),
  },
  ...everySetup().map((setup: Setup) => ({ title: title(setup), run: () => trySetup(setup, tarballs, url) })),
].filter((job) => job.title.includes(values.only ?? ''))

let failed = 0
const queue = jobs.entries()
await Promise.all(Array.from({ length: Math.max(1, atOnce) }, worker))
await redis.stop()
rmSync(folder, { recursive: true })
console.log(`${jobs.length - failed} of ${jobs.length} installations are as they should be, in ${seconds(0)}`)
process.exitCode = failed > 0 || jobs.length === 0 ? 1 : 0

async function worker(): Promise<void> {
  for (const [index, job] of queue) {
    const start = performance.now()
    const problems = await job.run().catch((error: Error): Problem[] => [['it broke off', `${error.stack}`]])
    console.log(
      `${index + 1}/${jobs.length} ${problems.length > 0 ? 'FAILED' : 'ok'} ${job.title} (${seconds(start)})`,
    )
    for (const [what, said] of problems) console.log(`  ${what}:\n${said.replace(/^/gm, '    ')}`)
    if (problems.length > 0) failed++
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(0)} s`
}
