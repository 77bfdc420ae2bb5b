import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Report } from './report.ts'
import type { Run } from './worker.ts'

const file = fileURLToPath(new URL('worker.ts', import.meta.url))
const working = new Set<ChildProcess>()

/** Ends a worker with all that it started. */
function end(child: ChildProcess): void {
  working.delete(child)
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It ended by itself just now.
  }
}

export interface Worker {
  /** Makes a run; a text says why there is no report. */
  make(run: Run, timeoutMs: number): Promise<Report | string>
  end(): void
}

export function createWorker(): Worker {
  let child: ChildProcess | undefined
  let output = ''

  async function start(): Promise<ChildProcess> {
    // A group of its own, so that a test that never ends can be ended with all its processes.
    const made = fork(file, { detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    working.add(made)
    const read = (chunk: Buffer): void => {
      output = (output + chunk).slice(-2_000)
    }
    made.stdout?.on('data', read)
    made.stderr?.on('data', read)
    await Promise.race([once(made, 'message'), once(made, 'exit')])
    return made
  }

  function answer(to: ChildProcess, run: Run, timeoutMs: number): Promise<Report | string> {
    return new Promise((resolve) => {
      const give = (what: Report | string): void => {
        clearTimeout(timer)
        to.removeAllListeners('message').removeAllListeners('exit')
        resolve(what)
      }
      const timer = setTimeout(() => give(`did not end within ${timeoutMs / 1_000} s`), timeoutMs)
      to.once('message', (report) => give(report as Report))
      to.once('exit', () => give(output))
      if (to.exitCode === null) to.send(run)
      else give(output)
    })
  }

  return {
    async make(run, timeoutMs) {
      child ??= await start()
      output = ''
      const report = await answer(child, run, timeoutMs)
      if (typeof report === 'string') {
        end(child)
        child = undefined
      }
      return report
    },
    end() {
      if (child) end(child)
    },
  }
}

process.once('exit', () => {
  for (const child of working) end(child)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
