import type { WriteStream } from 'node:tty'

export interface Progress {
  show(bytes: number): void
  /** Takes the line away. */
  end(): void
}

const EVERY_MS = 100
const MB = 1_000_000

/** How far the reading is, in one line of a terminal that is written over again; elsewhere nothing. */
export function createProgress(
  stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean },
  size: number | undefined,
): Progress {
  let shownAt = 0
  let open = false
  return {
    show(bytes) {
      const now = performance.now()
      if (!stream.isTTY || now - shownAt < EVERY_MS) return
      shownAt = now
      open = true
      const read = `${(bytes / MB).toFixed(1)} MB`
      const share = size ? ` of ${(size / MB).toFixed(1)} MB, ${Math.floor((100 * bytes) / size)} %` : ''
      stream.write(`\rRead ${read}${share}\u001b[K`)
    },
    end() {
      if (open) stream.write('\r\u001b[K')
      open = false
    },
  }
}
