import { type Policy, slidingWindowLog } from '@rl/core'
import { captured } from '../redis/captured.ts'
import { drivenStore, inTurns } from '../redis/driven.ts'
import { type BenchRedis, startBenchRedis } from '../redis/server.ts'
import { measure, type Readings, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'

// One tick of the clock is one call on every key.
const TICK_MS = 10
const ENTRIES = 100_000

interface Logs extends Subject {
  readonly entries: number
  readonly bytesPerEntry: number
  close(): void
}

/** Logs in their steady state: each call drops the one entry that has just left the window, and adds one. */
async function fill(redis: BenchRedis, entries: number, effort: Effort): Promise<Logs> {
  const keys = Math.max(1, Math.floor(scaled(effort, ENTRIES) / entries))
  const policy: Policy = slidingWindowLog({
    name: `log${entries}`,
    limit: entries,
    window: `${entries * TICK_MS}ms`,
  })
  const started = Date.now()
  let made = 0
  const { store, close } = await drivenStore(redis.port, () => started + Math.floor(made / keys) * TICK_MS)
  const check = async (place: number, allowed: boolean) => {
    const { verdicts } = await store.consume([{ policy, key: `client:${place % keys}`, cost: 1 }])
    if (verdicts[0]?.allowed !== allowed)
      throw new Error(`A log of ${entries} did not stay in its steady state`)
  }
  const spend = (count: number) =>
    inTurns(count, () => {
      const done = check(made, true)
      made++
      return done
    })
  const cpuPerCall = async (calls: number, work: (calls: number) => Promise<void>) => {
    const before = await redis.cpuUs()
    await work(calls)
    return ((await redis.cpuUs()) - before) / calls
  }
  // From here on the script is known, and calls arrive in the order in which they are made.
  await store.consume([{ policy, key: 'client:0', cost: 1 }], { dry: true })
  await spend(entries * keys)
  const [key = ''] = (await captured([policy], 'client:0')).keys
  const bytes = Number(await redis.control.call('MEMORY', 'USAGE', key, 'SAMPLES', '0'))
  const calls = Math.ceil(scaled(effort, 20_000, 100) / keys) * keys
  return {
    name: String(entries),
    entries,
    bytesPerEntry: bytes / entries,
    async sample(): Promise<Readings> {
      const allowed = await cpuPerCall(calls, spend)
      // The clock stands just before the next tick's call makes room.
      made--
      const denied = await cpuPerCall(calls, (count) => inTurns(count, (place) => check(place, false)))
      made++
      return { allowed, denied }
    },
    close,
  }
}

async function run(effort: Effort): Promise<Report> {
  const redis = await startBenchRedis()
  const all: Logs[] = []
  try {
    for (const entries of [10, 1_000, 10_000]) {
      all.push(await fill(redis, entries, effort))
      effort.progress(`logs of ${entries} filled`)
    }
    const samples = await measure([all], effort.rounds, effort.progress)
    const ratio = (reading: string) => samples.ratio('10000', '10', reading)
    return {
      measures: [
        { name: 'allowed, 10 000 entries / 10 entries', value: ratio('allowed'), goal: { most: 1.3 } },
        { name: 'denied, 10 000 entries / 10 entries', value: ratio('denied'), goal: { most: 1.3 } },
        { name: 'bytes per entry, full log of 1 000', value: all[1]!.bytesPerEntry, goal: { most: 12 } },
        { name: 'bytes per entry, full log of 10 000', value: all[2]!.bytesPerEntry, goal: { most: 12 } },
      ],
      tables: [
        {
          title: 'Full logs: CPU of the Redis main thread for one decision, µs; memory',
          columns: ['entries', 'allowed', 'denied', 'bytes per entry'],
          rows: all.map(({ name, bytesPerEntry }) => [
            name,
            samples.median(name, 'allowed'),
            samples.median(name, 'denied'),
            bytesPerEntry,
          ]),
          note: 'Each allowed call drops the entry that has just left the window and adds one. Up to 64 calls in one write; the clock is injected, so that the log stays full.',
        },
      ],
    }
  } finally {
    for (const { close } of all) close()
    await redis.stop()
  }
}

export const log: Suite = { name: 'log', about: 'what the length of a sliding window log costs Redis', run }
