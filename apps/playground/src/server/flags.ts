import { parseArgs } from 'node:util'

export interface Settings {
  readonly host: string
  readonly port: number
  /** Where Redis is; in memory where it is missing. */
  readonly redis?: string | undefined
}

export const USAGE = `Usage: npm start -- [options]

  --port <number>        port of the page, 8080 by default (or PORT)
  --host <address>       address to listen on, 127.0.0.1 by default
  --redis-url <url>      count in this Redis, redis://… or rediss://… (or REDIS_URL)
  --redis-host <name>    count in the Redis on this host
  --redis-port <number>  and this port, 6379 by default
  --help                 this text

Without Redis it counts in memory.`

/** A flag that is not what it should be; the message is one line. */
export class FlagError extends Error {}

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'redis-url': { type: 'string' },
  'redis-host': { type: 'string' },
  'redis-port': { type: 'string' },
  help: { type: 'boolean' },
} as const

function toPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 1 && port <= 65_535) return port
  throw new FlagError(`Expected ${name} to be a port from 1 to 65535, got ${JSON.stringify(text)}`)
}

function toUrl(name: string, text: string): string {
  // Whatever it is, it is not shown: a connection string has a password in it more often than not.
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.protocol === 'redis:' || url.protocol === 'rediss:') && url.hostname) return text
  throw new FlagError(`Expected ${name} to be a URL such as redis://127.0.0.1:6379`)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    const [reason] = (error as Error).message.split(/\. |\n/)
    throw new FlagError(reason)
  }
}

/** Reads the flags, and what the environment says where they say nothing; `undefined` when the usage is asked for. */
export function readFlags(args: readonly string[], env: NodeJS.ProcessEnv): Settings | undefined {
  const given = parse(args)
  if (given.help) return undefined
  for (const [name, value] of Object.entries(given)) {
    if (value === '') throw new FlagError(`Expected --${name} to have a value`)
  }
  const { 'redis-url': url, 'redis-host': host, 'redis-port': port } = given
  if (url && (host ?? port))
    throw new FlagError('Expected either --redis-url or --redis-host and --redis-port')
  return {
    host: given.host ?? '127.0.0.1',
    port: given.port ? toPort('--port', given.port) : toPort('PORT', env.PORT || '8080'),
    redis: redisUrl(url, host, port, env.REDIS_URL),
  }
}

function redisUrl(url?: string, host?: string, port?: string, fromEnv?: string): string | undefined {
  if (url) return toUrl('--redis-url', url)
  if (host ?? port) {
    const name = host?.includes(':') && !host.startsWith('[') ? `[${host}]` : (host ?? '127.0.0.1')
    return toUrl('--redis-host', `redis://${name}:${port ? toPort('--redis-port', port) : 6379}`)
  }
  return fromEnv ? toUrl('REDIS_URL', fromEnv) : undefined
}
