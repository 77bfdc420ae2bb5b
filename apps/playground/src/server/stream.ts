const HEARTBEAT_MS = 15_000
const LONGEST_QUEUE = 1_000_000

export interface Stream {
  readonly response: Response
  send(kind: string, data: unknown): void
  close(): void
}

/** Server-sent events. Whoever reads too slowly is cut off, and comes back to a fresh start. */
export function createStream(onClose: () => void): Stream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined

  function end(): void {
    if (controller === undefined) return
    controller = undefined
    clearInterval(heartbeat)
    onClose()
  }
  function write(text: string): void {
    if (controller === undefined) return
    if ((controller.desiredSize ?? 0) < -LONGEST_QUEUE) {
      controller.close()
      end()
    } else {
      controller.enqueue(encoder.encode(text))
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      cancel: end,
    },
    { highWaterMark: 0, size: ({ byteLength }: Uint8Array) => byteLength },
  )
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS).unref()
  write('retry: 1000\n\n')
  return {
    response: new Response(body, {
      headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
    }),
    send: (kind, data) => write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`),
    close() {
      controller?.close()
      end()
    },
  }
}
