import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Done, Order } from './orders.ts'
import type { Start } from './site.ts'

export { serveOrders } from './orders.ts'

/** Has scenarios served by a program that calls `serveOrders`, in whatever runtime `command` starts. */
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
