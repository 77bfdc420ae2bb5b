// One of the processes of a chaos run: asks for so long, then sends what it was told to its parent.
//   chaos/process.ts CLIENT PORT MILLISECONDS
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createLimiter,
  memoryStore,
  redisStore,
  withBreaker,
  withFallback,
} from '../../../packages/core/src/index.ts'
import { openClient } from '../clients.ts'
import { PROCESSES, SUBJECTS } from './policies.ts'

/** A decision: which policy, which key, when by the store's clock, whether it was allowed, and decided alone. */
export type Told = readonly [policy: number, key: number, at: number, allowed: boolean, degraded: boolean]

export interface Report {
  readonly told: readonly Told[]
  /** Anything that was thrown. */
  readonly errors: readonly string[]
  readonly rejections: readonly string[]
  readonly warnings: number
  readonly worstMs: number
  /** What the heap held after a fifth of the time and at the end, without what is recorded here. */
  readonly heap: readonly [early: number, late: number]
  /** Timers that are left once the client is closed, and listeners more than it had when it was new. */
  readonly left: { readonly timers: number; readonly listeners: number }
}

const KEYS = 4
const EVERY_MS = 10
const LONGEST_RETURN_MS = 20_000
// A record costs more than the limiter does: it is taken off what the heap holds.
const BYTES_A_RECORD = 120

const listenersOf = (client: unknown): number => {
  const { eventNames, listenerCount } = client as NodeJS.EventEmitter
  if (eventNames === undefined) return 0
  const names = eventNames.call(client)
  return names.reduce((sum, name) => sum + listenerCount.call(client, name), 0)
}

async function run(name: string, port: number, ms: number): Promise<Report> {
  const rejections: string[] = []
  process.on('unhandledRejection', (reason) => rejections.push(String((reason as Error)?.stack ?? reason)))
  const opened = openClient(name, { kind: 'single', port })!
  let warnings = 0
  const onWarning = (): void => {
    warnings++
  }
  const store = withFallback(withBreaker(redisStore(opened.client, { onWarning })), memoryStore(), {
    instances: PROCESSES,
    onWarning,
  })
  const limiters = SUBJECTS.map(({ policy }) => createLimiter({ store, policies: policy, onWarning }))
  const told: Told[] = []
  const errors: string[] = []
  const heap: number[] = []
  let worstMs = 0

  const ask = async (policy: number, key: number): Promise<void> => {
    const started = performance.now()
    try {
      const { at, allowed, degraded = false } = await limiters[policy]!.consume(`shared ${key}`)
      told.push([policy, key, at, allowed, degraded])
    } catch (error) {
      errors.push(String((error as Error).stack ?? error))
    }
    worstMs = Math.max(worstMs, performance.now() - started)
  }

  const measure = (): void => {
    globalThis.gc!()
    heap.push(process.memoryUsage().heapUsed - told.length * BYTES_A_RECORD)
  }

  const listeners = listenersOf(opened.client)
  const pending = new Set<Promise<void>>()
  const end = performance.now() + ms
  const early = performance.now() + ms / 5
  // On a busy machine it takes longer until a client has found Redis again.
  const going = (now: number): boolean =>
    now < end || (told.at(-1)?.[4] === true && now < end + LONGEST_RETURN_MS)
  for (let nth = 0; going(performance.now()); nth++) {
    for (let policy = 0; policy < SUBJECTS.length; policy++) {
      const asked = ask(policy, nth % KEYS)
      pending.add(asked)
      void asked.then(() => pending.delete(asked))
    }
    if (heap.length === 0 && performance.now() > early) measure()
    await sleep(EVERY_MS)
  }
  await Promise.all(pending)
  measure()
  const moreListeners = listenersOf(opened.client) - listeners
  await opened.close()
  await sleep(300)
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const left = { timers, listeners: moreListeners }
  return { told, errors, rejections, warnings, worstMs, heap: heap as [number, number], left }
}

const [name, port, ms] = process.argv.slice(2)
process.send!(await run(name!, Number(port), Number(ms)), () => process.disconnect())
