import { createAnalysis } from '../analysis/analyse.ts'
import { createInOrder } from '../analysis/log/in-order.ts'
import { createLogReader, type Reading } from '../analysis/log/reader.ts'
import { nameEffect, nameProfile, type Result, toResult } from '../analysis/result.ts'
import { parseCommandLine, type Request, USAGE } from './command-line.ts'
import { createProgress } from './progress.ts'
import { report } from './report.ts'
import { openSource } from './source.ts'
import { harmless } from './table.ts'

function readRequest(): Request | undefined {
  try {
    return parseCommandLine(process.argv.slice(2))
  } catch (error) {
    console.error(harmless((error as Error).message))
    process.exit(2)
  }
}

/** Why a log cannot be used, if nothing of it was understood. */
function unusable({ lines, understood, firstMisread }: Reading): string | undefined {
  if (understood > 0) return undefined
  if (!firstMisread) return 'no lines in it'
  const { line, reason, text } = firstMisread
  return `none of ${lines} lines was understood; line ${line}: ${reason}: ${text}`
}

async function analyse(request: Request): Promise<Result> {
  const source = await openSource(request.file)
  const { add, analysis } = createAnalysis(request.spec)
  const order = createInOrder(add)
  const reader = createLogReader(order.add, request.format)
  const progress = createProgress(process.stderr, source.size)
  try {
    for await (const bytes of source.bytes(progress.show)) reader.write(bytes)
  } finally {
    progress.end()
  }
  reader.end()
  order.end()
  const reading = reader.reading()
  const reason = unusable(reading)
  if (reason !== undefined) throw new Error(reason)
  const { profile, effect, needs } = analysis()
  return toResult({
    file: request.file,
    reading,
    late: order.late,
    profile: nameProfile(profile, reader.names),
    spec: request.spec,
    effect: nameEffect(effect, reader.names),
    needs,
    untouched: request.untouched,
  })
}

async function run(request: Request): Promise<void> {
  try {
    const result = await analyse(request)
    console.log(request.json ? JSON.stringify(result) : report(result))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'no such file' : message
    console.error(harmless(`Could not analyse ${request.file}: ${reason}`))
    process.exitCode = 1
  }
}

// Who reads the report may have seen enough of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const request = readRequest()
if (request) await run(request)
else console.log(USAGE)
