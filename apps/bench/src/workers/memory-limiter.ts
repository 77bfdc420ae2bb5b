import { DENYING, ENDLESS } from '../limiters/limiter.ts'
import { type Consume, MEMORY_LIMITERS, type MemoryLimiterName } from '../limiters/memory.ts'

export interface MemoryLimiterRequest {
  readonly limiter: MemoryLimiterName
  readonly denied: boolean
  readonly keys: number
  /** How often to ask for these keys, and before that, so that the code is compiled. */
  readonly calls: number
  readonly warmUp: number
}

export interface MemoryLimiterAnswer {
  /** Decisions for a second of CPU time. */
  readonly perSecond: number
  /** Bytes of the heap for one key, the key's own text included. */
  readonly bytesPerKey: number
}

/** A text of its own, as an address or a header would be, and not a rope of parts. */
const keyOf = (place: number): string =>
  Buffer.from(`client:bench${String(place).padStart(12, '0')}`, 'latin1').toString('latin1')

function heap(): number {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  collect?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function answer({
  limiter: name,
  denied,
  keys,
  calls,
  warmUp,
}: MemoryLimiterRequest): Promise<MemoryLimiterAnswer> {
  const consume: Consume = MEMORY_LIMITERS[name](denied ? DENYING : ENDLESS)
  const before = heap()
  for (let place = 0; place < keys; place++) await consume(keyOf(place))
  const bytesPerKey = (heap() - before) / keys
  const asked = Array.from({ length: keys }, (_, place) => keyOf(place))
  async function spend(count: number): Promise<number> {
    const before = process.cpuUsage()
    for (let call = 0; call < count; call++) {
      try {
        await consume(asked[Math.floor(Math.random() * keys)]!)
      } catch (reason) {
        if (!denied || reason instanceof Error) throw reason
      }
    }
    const { user, system } = process.cpuUsage(before)
    return (count * 1e6) / (user + system)
  }
  await spend(warmUp)
  return { perSecond: await spend(calls), bytesPerKey }
}

console.log(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '') as MemoryLimiterRequest)))
process.exit(0)
