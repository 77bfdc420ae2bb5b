import { createInterface } from 'node:readline'
import { inProcess } from './serve.ts'
import type { Host, Running } from './site.ts'

/** What the process that tests asks of the one that serves. */
export interface Order {
  readonly id: number
  readonly verb: 'start' | 'log' | 'close'
  /** The scenario to start. */
  readonly name?: string
  /** Which of the running ones is meant. */
  readonly of?: number
}

/** The answer to the order with the same id. */
export interface Done {
  readonly id: number
  readonly url?: string
  readonly lines?: readonly string[]
  readonly error?: string
}

/**
 * Serves what the parent process orders: for runtimes in which the tests cannot run. One line of JSON for each order on
 * the standard input, and for each answer on the standard output.
 */
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
  const orders = createInterface({ input: process.stdin })
  orders.on('close', () => process.exit()) // whoever gave the orders is gone
  orders.on('line', (line) => {
    const order: Order = JSON.parse(line)
    obey(order)
      .catch((error: unknown): Done => ({ id: order.id, error: String(error) }))
      .then((done) => process.stdout.write(`${JSON.stringify(done)}\n`))
      .catch(() => process.exit(1))
  })
}
