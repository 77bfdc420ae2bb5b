// Plants known faults, one after the other, and shows that the tests find each. The working tree is not touched.
import { parseArgs } from 'node:util'
import { changedSince } from './changed.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults/index.ts'
import { createWorker, type Worker } from './launch.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import type { Run } from './worker.ts'

const HELP = `Usage: pnpm mutants [id…] [options]

Plants faults, all of them or those that are named, each in a run of its own of the tests that must find it.
Ends with 1 when the tests do not pass without a fault, or do not fail with one.

  --list           print the faults and plant none
  --tests <files>  other test files than the faults name, separated by commas
  --json           print the results as JSON
  --help           print this`

const AT_ONCE = 2
const LONGEST_MS = 120_000

const { values: options, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    tests: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

interface Result extends Verdict {
  readonly id: string
  readonly why: string
  readonly seconds: number
}

/** Progress goes where it does not disturb what is piped on. */
const say = (text: string): void => (options.json ? console.error(text) : console.log(text))

function stop(text: string, code: number): never {
  say(text)
  process.exit(code)
}

const testsOf = (fault: Fault): readonly string[] => options.tests?.split(',') ?? fault.tests
const onlyOf = (fault: Fault): string | undefined => (options.tests === undefined ? fault.only : undefined)

const workers = Array.from({ length: AT_ONCE }, createWorker)

/** Gives each worker the next one as soon as it is free. */
async function share<T>(all: readonly T[], work: (one: T, worker: Worker) => Promise<void>): Promise<void> {
  const waiting = [...all]
  await Promise.all(
    workers.map(async (worker) => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one, worker)
    }),
  )
}

/** The test files, each whole but where no fault needs more than a part of it. */
function runsWithout(faults: readonly Fault[]): Run[] {
  return [...new Set(faults.flatMap(testsOf))].map((file) => {
    const parts = faults.filter((fault) => testsOf(fault).includes(file)).map(onlyOf)
    return { tests: [file], only: parts.includes(undefined) ? undefined : [...new Set(parts)].join('|') }
  })
}

async function checkWithout(faults: readonly Fault[]): Promise<void> {
  let count = 0
  await share(runsWithout(faults), async (run, worker) => {
    const report = await worker.make(run, LONGEST_MS)
    const what = `${run.tests}, without any fault`
    if (typeof report === 'string') return stop(`${what}: ${report}`, 1)
    const wrong = [...report.failed.map(({ test, message }) => `${test}: ${message}`), ...report.unhandled]
    wrong.push(...report.broken)
    if (wrong.length > 0) stop([`${what}, fails:`, ...wrong].join('\n  '), 1)
    if (report.passed === 0) stop(`${what}: no test ran`, 1)
    count += report.passed
  })
  say(`${count} tests pass without a fault`)
}

async function tryFault(fault: Fault, worker: Worker): Promise<Result> {
  const start = performance.now()
  const run = { fault: fault.id, tests: testsOf(fault), only: onlyOf(fault) }
  const report = await worker.make(run, LONGEST_MS)
  const verdict: Verdict =
    typeof report === 'string' ? { state: 'broken', by: report, message: report } : verdictOf(report)
  return { id: fault.id, why: fault.why, seconds: (performance.now() - start) / 1_000, ...verdict }
}

function show(result: Result, width: number): void {
  const { id, state, seconds, by, why, message } = result
  const name = state === 'killed' ? state : state.toUpperCase()
  say(`${name.padEnd(8)}  ${id.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  ${by.slice(0, 160)}`)
  if (state !== 'killed') say(`${' '.repeat(10)}${why}`)
  else if (ids.length > 0) say(`${' '.repeat(10)}${message.slice(0, 400)}`)
}

async function tryAll(faults: readonly Fault[]): Promise<Result[]> {
  const width = Math.max(...faults.map(({ id }) => id.length))
  const results: Result[] = []
  await share(faults, async (fault, worker) => {
    const result = await tryFault(fault, worker)
    results.push(result)
    show(result, width)
  })
  return results
}

if (options.help) stop(HELP, 0)
const unknown = ids.filter((id) => !FAULTS.some((fault) => fault.id === id))
if (unknown.length > 0) stop(`Unknown: ${unknown.join(', ')}; see --list`, 2)
const chosen = ids.length === 0 ? FAULTS : FAULTS.filter(({ id }) => ids.includes(id))
if (options.list) {
  if (options.json) console.log(JSON.stringify(chosen, undefined, 2))
  else for (const { id, why } of chosen) say(`${id}: ${why}`)
} else {
  const [began, start] = [Date.now(), performance.now()]
  await checkWithout(chosen)
  const results = await tryAll(chosen)
  for (const worker of workers) worker.end()
  const killed = results.filter(({ state }) => state === 'killed').length
  const seconds = Math.round((performance.now() - start) / 1_000)
  say(`${killed} of ${results.length} planted faults found by the tests, in ${seconds} s`)
  const changed = changedSince(began)
  if (changed.length > 0)
    say(`Changed meanwhile, so this proves nothing; run it again: ${changed.join(', ')}`)
  if (options.json) console.log(JSON.stringify(results, undefined, 2))
  process.exitCode = killed === results.length && changed.length === 0 ? 0 : 1
}
