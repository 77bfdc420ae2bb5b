// Makes one run, in a process of its own; tells its parent what came of it.
import { startVitest } from 'vitest/node'
import { FAULTS } from './faults/index.ts'
import { LIGHTER } from './lighter.ts'
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
const { plugin, pending } = planting(fault?.edits ?? LIGHTER)

let report: Report | undefined
const vitest = await startVitest(
  'test',
  [...run.tests],
  {
    watch: false,
    bail: fault ? 1 : 0,
    maxWorkers: fault ? 1 : 2,
    silent: true,
    setupFiles: ['tooling/mutants/first-failure.ts'],
    ...(run.only ? { testNamePattern: run.only } : {}),
    reporters: [
      {
        onTestRunEnd(modules, unhandled) {
          report = reportOf(modules, unhandled, pending)
        },
      },
    ],
  },
  { plugins: [plugin] },
)
await vitest.close()
process.send?.(report, () => process.exit(0))
