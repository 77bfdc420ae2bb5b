// Makes runs of test files, one after the other, in a process of its own: its parent sends what to run and is sent a
// report of it. One vitest serves them all, since starting it takes longer than most runs.
import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import { redisCli } from '../servers/redis.ts'
import type { Edit } from './fault.ts'
import { FAULTS } from './faults/index.ts'
import { LIGHTER } from './lighter.ts'
import { createPlanting } from './planting.ts'
import { type Report, reportOf } from './report.ts'

/** What to run: test files whole, or those of their tests that are named like `only`; with a fault or without. */
export interface Run {
  readonly fault?: string | undefined
  readonly tests: readonly string[]
  readonly only?: string | undefined
}

const planting = createPlanting()
const vitest = await createVitest(
  'test',
  {
    watch: false,
    bail: 1,
    maxWorkers: 1,
    silent: true,
    reporters: [{}],
    setupFiles: ['tooling/mutants/first-failure.ts'],
  },
  { plugins: [planting.plugin] },
)

function plant(edits: readonly Edit[]): void {
  const before = planting.plant(edits)
  for (const { file } of [...before, ...edits]) vitest.invalidateFile(resolve(file))
}

/** Leaves nothing in the Redis that all runs share for the next one to trip over. */
async function clear(): Promise<void> {
  const { redisPort } = vitest.getRootProject().getProvidedContext()
  if (redisPort === undefined) return // nobody has asked for it yet
  await redisCli(redisPort, 'flushall')
  await redisCli(redisPort, 'script', 'flush', 'sync')
}

async function make({ fault, tests, only }: Run): Promise<Report> {
  await clear()
  plant(FAULTS.find(({ id }) => id === fault)?.edits ?? LIGHTER)
  if (only === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(only)
  const specifications = await vitest.globTestSpecifications([...tests])
  const ids = specifications.map(({ moduleId }) => moduleId)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const modules = testModules.filter(({ moduleId }) => ids.includes(moduleId))
  return reportOf(modules, unhandledErrors, planting.pending())
}

process.on('message', async (run: Run) => {
  process.send?.(await make(run))
})
process.send?.('ready')
