import { bench, choose } from './bench.ts'
import { parseCommandLine, type Request, USAGE } from './command-line.ts'
import { machine } from './machine.ts'
import { toMarkdown } from './markdown.ts'
import type { Suite } from './suite.ts'
import { SUITES } from './suites.ts'

function read(): { request: Request; suites: readonly Suite[] } {
  try {
    const request = parseCommandLine(process.argv.slice(2))
    return { request, suites: choose(SUITES, request.suites) }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

const { request, suites } = read()

if (request.help) {
  console.log(
    `${USAGE}\n\nSuites:\n${SUITES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}`,
  )
} else {
  const reports: Record<string, unknown> = {}
  if (!request.json) console.log(`# Bench\n\n${machine()}; medians of ${request.rounds} rounds`)
  for await (const { suite, report } of bench(suites, request, (line) => console.error(line))) {
    if (!request.json) console.log(`\n${toMarkdown(suite.name, suite.about, report)}`)
    reports[suite.name] = report
  }
  if (request.json) {
    const { rounds, scale } = request
    console.log(JSON.stringify({ machine: machine(), rounds, scale, suites: reports }, undefined, 2))
  }
}
