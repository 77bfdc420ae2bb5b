import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Run } from './once.ts'
import type { Report } from './report.ts'

const once = fileURLToPath(new URL('once.ts', import.meta.url))
const running = new Set<ChildProcess>()

/** Ends a run with all that it started. */
function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It ended by itself just now.
  }
}

/** Makes a run; a text says why there is no report. */
export function runTests(run: Run, timeoutMs: number): Promise<Report | string> {
  // A group of its own, so that a test that never ends can be ended with its workers.
  const child = fork(once, [JSON.stringify(run)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  return new Promise((resolve) => {
    let output = ''
    let report: Report | undefined
    const read = (chunk: Buffer): void => {
      output = (output + chunk).slice(-2_000)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('message', (message) => {
      report = message as Report
    })
    const timer = setTimeout(() => {
      output = `did not end within ${timeoutMs / 1_000} s`
      end(child)
    }, timeoutMs)
    child.once('close', () => {
      clearTimeout(timer)
      running.delete(child)
      resolve(report ?? output)
    })
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) end(child)
    process.exit(130)
  })
}
