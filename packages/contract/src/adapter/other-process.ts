import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { inProcess } from './serve.ts'
import type { Host, Running, Start } from './site.ts'

interface Order {
  readonly id: number
  readonly verb: 'start' | 'log' | 'close'
  /** The scenario to start. */
  readonly name?: string
  /** Which of the running ones is meant. */
  readonly of?: number
}

interface Done {
  readonly id: number
  readonly url?: string
  readonly lines?: readonly string[]
  readonly error?: string
}

/** In the other process: serves what the parent orders, one line of JSON for each order and each answer. */
export function serveOrders<R>(host: Host<R>): void {
  const start = inProcess(host)
  const all = new Map<number, Running>()
  async function obey({ id, verb, name, of = 0 }: Order): Promise<Done> {
    if (verb === 'start') {
      const running = await start(name ?? '')
      all.set(id, running)
      return { id, url: running.url }
    }
    if (verb === 'log') return { id, lines: (await all.get(of)?.log()) ?? [] }
    await all.get(of)?.close()
    return { id }
  }
  createInterface({ input: process.stdin }).on('line', (line) => {
    const order: Order = JSON.parse(line)
    obey(order)
      .catch((error: unknown): Done => ({ id: order.id, error: String(error) }))
      .then((done) => process.stdout.write(`${JSON.stringify(done)}\n`))
      .catch(() => process.exit(1))
  })
}

/** Serves scenarios from a program that calls `serveOrders`, in whatever runtime `command` starts. */
export function inOtherProcess(
  command: string,
  args: readonly string[],
): { readonly start: Start; stop(): void } {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (done: Done) => void>()
  let last = 0
  let gone: string | undefined
  function leave(reason: string): void {
    gone = `${command} ${reason}`
    for (const [id, settle] of waiting) settle({ id, error: gone })
  }
  child.on('error', (error) => leave(`did not start: ${error.message}`))
  child.on('exit', (code, signal) => leave(`ended with ${signal ?? code}`))
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return
    const done: Done = JSON.parse(line)
    waiting.get(done.id)?.(done)
  })
  function order(what: Omit<Order, 'id'>): Promise<Done> {
    const id = ++last
    return new Promise((resolve, reject) => {
      if (gone !== undefined) return reject(new Error(gone))
      waiting.set(id, (done) => {
        waiting.delete(id)
        if (done.error === undefined) resolve(done)
        else reject(new Error(done.error))
      })
      child.stdin.write(`${JSON.stringify({ id, ...what })}\n`)
    })
  }
  return {
    async start(name) {
      const { id, url = '' } = await order({ verb: 'start', name })
      return {
        url,
        log: async () => (await order({ verb: 'log', of: id })).lines ?? [],
        close: async () => void (await order({ verb: 'close', of: id })),
      }
    },
    stop: () => void child.kill(),
  }
}
