// Asks a Redis that is away very often, and tells what that costs:
//   node --expose-gc --import ./tooling/source.ts tooling/failures/flood.ts CLIENT PORT CHECKS
import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreError, redisStore, type StoreError, slidingWindowLog } from '../../packages/core/src/index.ts'
import { openClient } from './clients.ts'

export interface Flood {
  readonly checks: number
  /** Rejected at the deadline. */
  readonly given: number
  /** Rejected at once, since too many were given up. */
  readonly refused: number
  readonly other: string[]
  /** What the heap has grown by, bytes. */
  readonly grown: number
  readonly rejections: number
  /** Timers and listeners that are left when nothing is asked any more, more than before. */
  readonly leftTimers: number
}

const AT_A_TIME = 50

async function flood(name: string, port: number, checks: number): Promise<Flood> {
  let rejections = 0
  process.on('unhandledRejection', () => {
    rejections++
  })
  const opened = openClient(name, { kind: 'single', port })!
  const store = redisStore(opened.client, { timeout: '100ms' })
  const policy = slidingWindowLog({ limit: 10, window: '1h' })
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  await sleep(200)
  globalThis.gc!()
  const before = process.memoryUsage().heapUsed
  const timersBefore = timers()
  let [given, refused] = [0, 0]
  const other: string[] = []
  const ask = (nth: number): Promise<void> =>
    store.consume([{ policy, key: `user:${nth}`, cost: 1 }]).then(
      () => void other.push('decided'),
      (error: StoreError) => {
        if (!isStoreError(error)) other.push(String(error))
        else if (error.message.includes('were given up')) refused++
        else given++
      },
    )
  for (let done = 0; done < checks; done += AT_A_TIME) {
    const calls = Array.from({ length: AT_A_TIME }, (_, nth) => ask(done + nth))
    // One by one at first, so that each is a command of its own; and nobody waits for those before.
    await (done < checks / 2 ? Promise.race([sleep(1), Promise.all(calls)]) : Promise.all(calls))
  }
  await sleep(300)
  globalThis.gc!()
  const grown = process.memoryUsage().heapUsed - before
  return { checks, given, refused, other, grown, rejections, leftTimers: timers() - timersBefore }
}

const [name, port, checks] = process.argv.slice(2)
if (import.meta.main) {
  process.stdout.write(JSON.stringify(await flood(name!, Number(port), Number(checks))))
  process.exit(0)
}
