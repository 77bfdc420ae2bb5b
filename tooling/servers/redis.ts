import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cliBinary, serverBinary } from './binaries.ts'
import { type Launched, launch } from './launch.ts'
import { freePort } from './ports.ts'

export interface RedisServer extends Launched {
  readonly port: number
  /** Path of its unix socket. */
  readonly socket: string
  /** Runs redis-cli on it and answers what that printed. */
  cli(...args: string[]): Promise<string>
}

export interface RedisOptions {
  /** TCP port on 127.0.0.1; a free one when left out. */
  port?: number
  /** More arguments of redis-server, such as `['--maxmemory', '1mb']`. */
  args?: string[]
}

/** Starts one Redis of its own, in memory only, and resolves when it serves. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(options.port ?? (await freePort()), options.args ?? [])
    } catch (error) {
      // Another process can take a port between our look and the server's bind.
      if (options.port !== undefined || tries === 3) throw error
    }
  }
}

async function start(port: number, extra: string[]): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'rl-redis-'))
  const socket = join(dir, 'redis.sock')
  const server = await launch(
    serverBinary,
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--unixsocket', socket, '--dir', dir],
      ...['--save', '', '--appendonly', 'no', '--repl-diskless-sync-delay', '0', ...extra],
    ],
    { dir, ready: /Ready to accept connections/ },
  )
  return { ...server, port, socket, cli: (...args) => redisCli(port, ...args) }
}

const run = promisify(execFile)

/** Runs redis-cli on a port of 127.0.0.1; an error reply rejects. */
export async function redisCli(port: number, ...args: string[]): Promise<string> {
  const { stdout } = await run(cliBinary, ['-h', '127.0.0.1', '-p', String(port), '-e', ...args])
  return stdout.trimEnd()
}
