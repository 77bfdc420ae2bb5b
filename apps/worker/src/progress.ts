import type { WriteStream } from 'node:tty'

type Stream = Pick<WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number }

export interface Progress {
  show(done: number): void
  /** Leaves the line that is shown, so that what follows starts on its own. */
  end(): void
}

const BAR = 24
const PLAIN_EVERY_MS = 1_000

/** Progress on a terminal: one line, written over again; elsewhere a plain line now and then. */
export function createProgress(
  stream: Stream,
  jobs: number,
  now = (): number => performance.now(),
): Progress {
  const started = now()
  let shownAt = Number.NEGATIVE_INFINITY
  let open = false

  function line(done: number): string {
    const seconds = (now() - started) / 1_000
    // Of a shorter time an average says little.
    const rate = seconds < 1 ? '' : `, ${(done / seconds).toFixed(1)} a second`
    return `${done} of ${jobs} jobs done${rate}`
  }

  function rewrite(done: number): void {
    const filled = Math.floor((BAR * done) / jobs)
    const text = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${line(done)}`
    stream.write(`\r${text.slice(0, (stream.columns || 80) - 1)}\u001b[K`)
    open = true
  }

  return {
    show(done) {
      if (stream.isTTY) return rewrite(done)
      if (done < jobs && now() - shownAt < PLAIN_EVERY_MS) return
      shownAt = now()
      stream.write(`${line(done)}\n`)
    },
    end() {
      if (open) stream.write('\n')
      open = false
    },
  }
}
