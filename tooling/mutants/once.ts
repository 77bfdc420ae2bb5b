// Makes one run, in a process of its own; tells its parent what came of it.
import { startVitest } from 'vitest/node'
import { FAULTS } from './faults/index.ts'
import { planting } from './plugin.ts'
import { type Report, reportOf } from './report.ts'

/** What to run: test files whole, or those of their tests that are named like `only`; with a fault or without. */
export interface Run {
  readonly fault?: string | undefined
  readonly tests: readonly string[]
  readonly only?: string | undefined
}

const run: Run = JSON.parse(process.argv[2] ?? '')
const fault = FAULTS.find(({ id }) => id === run.fault)
const planted = fault && planting(fault)

let report: Report | undefined
const vitest = await startVitest(
  'test',
  [...run.tests],
  {
    watch: false,
    bail: planted ? 1 : 0,
    maxWorkers: planted ? 1 : 2,
    silent: true,
    setupFiles: ['tooling/mutants/histories.ts'],
    provide: { planted: planted !== undefined },
    ...(run.only ? { testNamePattern: run.only } : {}),
    reporters: [
      {
        onTestRunEnd(modules, unhandled) {
          report = reportOf(modules, unhandled, planted?.pending ?? new Set())
        },
      },
    ],
  },
  { plugins: planted ? [planted.plugin] : [] },
)
await vitest.close()
process.send?.(report, () => process.exit(0))
