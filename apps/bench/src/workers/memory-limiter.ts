import { ALLOWING } from '../limiters/limiter.ts'
import { MEMORY_LIMITERS, type MemoryLimiterName } from '../limiters/memory.ts'

export interface MemoryLimiterRequest {
  readonly limiter: MemoryLimiterName
  readonly keys: number
  /** How often to ask for these keys. */
  readonly calls: number
}

export interface MemoryLimiterAnswer {
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

async function answer({ limiter: name, keys, calls }: MemoryLimiterRequest): Promise<MemoryLimiterAnswer> {
  const limiter = MEMORY_LIMITERS[name](ALLOWING)
  const before = heap()
  for (let place = 0; place < keys; place++) await limiter.consume(keyOf(place))
  const bytesPerKey = (heap() - before) / keys
  const asked = Array.from({ length: keys }, (_, place) => keyOf(place))
  async function spend(count: number): Promise<number> {
    const started = performance.now()
    for (let call = 0; call < count; call++) await limiter.consume(asked[Math.floor(Math.random() * keys)]!)
    return (count * 1_000) / (performance.now() - started)
  }
  await spend(Math.ceil(calls / 4))
  return { perSecond: await spend(calls), bytesPerKey }
}

console.log(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '') as MemoryLimiterRequest)))
process.exit(0)
