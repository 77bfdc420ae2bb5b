import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../tooling/servers/ports.ts'

export interface Program {
  readonly url: string
  /** What it printed. */
  readonly output: string[]
  stop(): Promise<void>
}

/** Starts the program as `npm start` does, and resolves when it listens. */
export async function startProgram(env: Record<string, string> = {}): Promise<Program> {
  const port = await freePort()
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, PORT: `${port}`, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const output: string[] = []
  const url = `http://localhost:${port}`
  await new Promise<void>((ready, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      if (line.includes(url)) ready()
    })
    ended.then(([code]) => fail(new Error(`The program ended with ${code}`)), fail)
  })
  return {
    url,
    output,
    async stop() {
      child.kill()
      await ended
    },
  }
}
