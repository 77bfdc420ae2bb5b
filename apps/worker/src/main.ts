import { createLimiter, memoryStore, redisStore } from '@rl/core'
import { Redis } from 'ioredis'
import { parseCommandLine, type Request, USAGE } from './command-line.ts'
import { createProgress } from './progress.ts'
import { type Outcome, throttle } from './throttle.ts'

/** Here stands what must not be done too often: a call of somebody's API, say. */
async function work(_job: number): Promise<void> {}

function readRequest(): Request | undefined {
  try {
    return parseCommandLine(process.argv.slice(2), process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

async function connect(url: string): Promise<Redis> {
  const client = new Redis(url, { lazyConnect: true })
  // From here on whoever waits is told by a StoreError; without a listener ioredis would write of its own accord.
  let why: unknown
  client.on('error', (error) => {
    why = error
  })
  try {
    await client.connect()
    return client
  } catch (error) {
    console.error(`Could not connect to Redis: ${((why ?? error) as Error).message}`)
    process.exit(1)
  }
}

async function run({ redisUrl, policy, json, ...request }: Request): Promise<void> {
  const client = redisUrl === undefined ? undefined : await connect(redisUrl)
  // Jobs are in no hurry, so that a busy Redis gets more than the quarter of a second that suits a web server.
  const store = client ? redisStore(client, { timeout: '5s' }) : memoryStore()
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(signal))

  const progress = createProgress(process.stderr, request.jobs)
  const started = performance.now()
  const outcome = await throttle({
    ...request,
    limiter: createLimiter({ store, policies: policy }),
    signal: stop.signal,
    work,
    onDone: progress.show,
  })
  const seconds = Number(((performance.now() - started) / 1_000).toFixed(3))
  progress.end()
  client?.disconnect()

  if (json) {
    const { error, ...told } = outcome
    const stopped = stop.signal.aborted
    const { name, jobs } = request
    console.log(JSON.stringify({ name, store: client ? 'redis' : 'memory', jobs, stopped, seconds, ...told }))
  }
  report(request.jobs, outcome, seconds, stop.signal)
}

const saying = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

function report(jobs: number, { done, error }: Outcome, seconds: number, stop: AbortSignal): void {
  const undone = `${done} of ${jobs} jobs are done, ${jobs - done} are not`
  if (stop.aborted) {
    console.error(`Stopped after ${seconds} s: ${undone}.`)
    process.exitCode = stop.reason === 'SIGINT' ? 130 : 143
  } else if (error !== undefined) {
    console.error(`${saying(error as Error)}. Gave up after ${seconds} s: ${undone}.`)
    process.exitCode = 1
  } else {
    console.error(`All ${jobs} jobs are done, in ${seconds} s.`)
  }
}

const request = readRequest()
if (request) await run(request)
else console.log(USAGE)
