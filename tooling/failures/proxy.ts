import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Relay {
  readonly port: number
  /** Holds back what is sent in either direction, for so long; 0 lets go of what is held. */
  delay(ms: number): void
  /** Keeps the next reply of each connection from its client, and resets the connection instead. */
  resetAtNextReply(): void
  /** Loses no more replies. */
  keepReplies(): void
  close(): Promise<void>
}

interface Held {
  readonly due: number
  readonly chunk: Buffer
}

/** Stands between clients and a server on a port of 127.0.0.1. */
export async function startProxy(target: number): Promise<Relay> {
  let delayMs = 0
  const pairs = new Set<{ client: Socket; server: Socket; loseNext: boolean; pumps: (() => void)[] }>()

  function pump(from: Socket, to: Socket, intercept: () => boolean): () => void {
    const held: Held[] = []
    let timer: NodeJS.Timeout | undefined
    const release = (): void => {
      clearTimeout(timer)
      timer = undefined
      while (held.length > 0 && (delayMs === 0 || held[0]!.due <= performance.now())) {
        const { chunk } = held.shift()!
        if (!to.destroyed) to.write(chunk)
      }
      if (held.length > 0) timer = setTimeout(release, held[0]!.due - performance.now())
    }
    from.on('data', (chunk: Buffer) => {
      if (intercept()) return
      held.push({ due: performance.now() + delayMs, chunk })
      if (timer === undefined) release()
    })
    from.on('close', () => clearTimeout(timer))
    return release
  }

  const server: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const pair = { client, server: upstream, loseNext: false, pumps: [] as (() => void)[] }
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      socket.on('error', end).on('close', end)
    }
    pair.pumps.push(pump(client, upstream, () => false))
    pair.pumps.push(
      pump(upstream, client, () => {
        if (pair.loseNext) client.resetAndDestroy()
        return pair.loseNext
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    delay(ms) {
      delayMs = ms
      for (const { pumps } of pairs) for (const release of pumps) release()
    },
    resetAtNextReply() {
      for (const pair of pairs) pair.loseNext = true
    },
    keepReplies() {
      for (const pair of pairs) pair.loseNext = false
    },
    async close() {
      for (const { client, server: upstream } of pairs) {
        client.destroy()
        upstream.destroy()
      }
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
