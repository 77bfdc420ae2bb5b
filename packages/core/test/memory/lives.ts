// A program of its own, since it looks at its whole heap and at how it ends. It prints what it saw.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createLimiter, fixedWindow, memoryStore } from '../../src/index.ts'

/** What is printed, as JSON. */
export interface Report {
  /** Contexts that are still held right after their calls, of so many. */
  readonly contextsHeld: number
  readonly contexts: number
  /** Keys kept once all windows are over and one more call was made. */
  readonly keysLeft: number
  /** Bytes by which the heap grew. */
  readonly heapGrowth: { readonly bySwept: number; readonly byLongKeys: number }
  /** What keeps the process alive at the end. */
  readonly timers: readonly string[]
}

const gc = (globalThis as { gc?: () => void }).gc ?? (() => {})
const turn = () => new Promise((resolve) => setImmediate(resolve))

let later = 0
const realNow = Date.now
Date.now = () => realNow() + later

async function heap(): Promise<number> {
  for (let rounds = 0; rounds < 3; rounds++) {
    await turn() // what was looked at in this turn is kept until its end
    gc()
  }
  return process.memoryUsage().heapUsed
}

const store = memoryStore()
const limiter = createLimiter({ store, policies: fixedWindow({ limit: 10, window: '1s' }) })
await limiter.consume('warm')

const contexts = 20_000
const storage = new AsyncLocalStorage<{ id: number; ballast: string[] }>()
const held: WeakRef<object>[] = []
const before = await heap()
for (let id = 0; id < contexts; id++) {
  const context = { id, ballast: Array.from({ length: 100 }, (_, n) => `${id} ${n}`) }
  held.push(new WeakRef(context))
  await storage.run(context, () => limiter.consume(`user:${id}`))
}
await heap()
const contextsHeld = held.filter((context) => context.deref() !== undefined).length
held.length = 0

later += 1_000
await limiter.consume('last')
const keysLeft = store.size
const swept = await heap()

for (let id = 0; id < 5_000; id++) await limiter.consume(`${'x'.repeat(10_000)}${id}`)
const long = await heap()

const timers = process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate/.test(name))
const report: Report = {
  contexts,
  contextsHeld,
  keysLeft,
  heapGrowth: { bySwept: swept - before, byLongKeys: long - swept },
  timers,
}
process.stdout.write(JSON.stringify(report))
