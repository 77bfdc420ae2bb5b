import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../../tooling/servers/ports.ts'

const app = resolve(import.meta.dirname, '../..')

export interface Server {
  readonly url: string
  readonly port: number
  /** What it printed. */
  readonly output: readonly string[]
  stop(): Promise<void>
}

/** Starts the playground as `npm start` does, and resolves when it says where it is. */
export async function startServer(flags: readonly string[] = []): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, ['src/main.ts', '--port', `${port}`, ...flags], {
    cwd: app,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const output: string[] = []
  const url = `http://localhost:${port}`
  await new Promise<void>((ready, fail) => {
    const read = (line: string) => {
      output.push(line)
      if (line.includes(`is on ${url}`)) ready()
    }
    createInterface({ input: child.stdout }).on('line', read)
    createInterface({ input: child.stderr }).on('line', read)
    ended.then(([code]) => fail(new Error(`It ended with ${code}: ${output.join('\n')}`)), fail)
  })
  return {
    url,
    port,
    output,
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** Runs the program until it ends. */
export async function runProgram(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    cwd: app,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error, [code]] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'close'),
  ])
  return { code, out: out.join(''), error: error.join('') }
}
