import { parseArgs } from 'node:util'
import { type Duration, duration, type Policy, tokenBucket } from '@rl/core'

/** What the command line asks for. */
export interface Request {
  readonly jobs: number
  /** How many jobs are begun at once. */
  readonly concurrency: number
  readonly policy: Policy
  /** Whose quota it is: processes that say the same name share it. */
  readonly name: string
  /** The Redis that the processes share; without it this process counts for itself. */
  readonly redisUrl: string | undefined
  readonly json: boolean
}

export const USAGE = `Usage: pnpm worker [options]

Does a batch of jobs at a steady rate. Processes on one Redis share the rate.

  --jobs N                how many jobs (50)
  --concurrency N         how many are begun at once (10)
  --capacity N            the largest burst (5)
  --refill-rate N         jobs per refill interval after that (5)
  --refill-interval TIME  such as 250ms, 1s, 5m (1s)
  --name TEXT             whose quota it is; processes that say the same share it (batch)
  --redis-url URL         such as redis://localhost:6379; else REDIS_URL, else in memory
  --json                  a summary in JSON on stdout; progress goes to stderr
  --help                  this text

Ctrl-C stops: jobs that wait are not done and charge nothing.`

const OPTIONS = {
  jobs: { type: 'string', default: '50' },
  concurrency: { type: 'string', default: '10' },
  capacity: { type: 'string', default: '5' },
  'refill-rate': { type: 'string', default: '5' },
  'refill-interval': { type: 'string', default: '1s' },
  name: { type: 'string', default: 'batch' },
  'redis-url': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function whole(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new TypeError(`Expected --${option} to be a positive whole number, got ${JSON.stringify(text)}`)
  }
  return Number(text)
}

function time(option: string, text: string): Duration {
  try {
    return duration(text)
  } catch {
    throw new TypeError(`Expected --${option} to be such as 250ms, 1s or 5m, got ${JSON.stringify(text)}`)
  }
}

function checkUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  // Not shown: there may be a password in it.
  if (!/^rediss?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new TypeError(
      'Expected --redis-url or REDIS_URL to be a URL that starts with redis:// or rediss://',
    )
  }
  return text
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: args.filter((arg) => arg !== '--'), options: OPTIONS }).values
  } catch (error) {
    throw new TypeError((error as Error).message.replaceAll('\n', ' '))
  }
}

/**
 * Reads the command line; nothing where only help is asked for.
 * @throws TypeError of one line when an option is unknown or not what it should be.
 */
export function parseCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Request | undefined {
  const values = parse(args)
  if (values.help) return undefined
  return {
    jobs: whole('jobs', values.jobs),
    concurrency: whole('concurrency', values.concurrency),
    policy: tokenBucket({
      capacity: whole('capacity', values.capacity),
      refillRate: whole('refill-rate', values['refill-rate']),
      refillInterval: time('refill-interval', values['refill-interval']),
    }),
    name: values.name,
    redisUrl: checkUrl(values['redis-url'] ?? env.REDIS_URL),
    json: values.json,
  }
}
