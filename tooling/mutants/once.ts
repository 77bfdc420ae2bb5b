// Runs test files once, in a process of its own, with a fault planted if one is named; tells its parent what came of it.
// Arguments: the fault's id or '', then the test files.
import { startVitest } from 'vitest/node'
import { FAULTS } from './faults/index.ts'
import { planting } from './plugin.ts'
import { type Report, reportOf } from './report.ts'

const [id = '', ...tests] = process.argv.slice(2)
const fault = FAULTS.find((each) => each.id === id)
const planted = fault && planting(fault)

let report: Report | undefined
const vitest = await startVitest(
  'test',
  tests,
  {
    watch: false,
    bail: planted ? 1 : 0,
    maxWorkers: planted ? 1 : 2,
    silent: true,
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
