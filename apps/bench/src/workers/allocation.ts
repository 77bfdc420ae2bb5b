import { ALLOCATING, type AllocatingName } from '../limiters/allocating.ts'
import { inTurns } from '../redis/driven.ts'

export interface AllocationRequest {
  readonly subject: AllocatingName
  readonly port: number
  readonly inFlight: number
  readonly calls: number
}

export interface AllocationAnswer {
  /** Bytes that one call takes from the heap before anything is collected. */
  readonly bytes: number
}

const keys = Array.from({ length: 1_000 }, (_, at) =>
  Buffer.from(`client:bench${String(at).padStart(12, '0')}`, 'latin1').toString('latin1'),
)

async function answer({ subject, port, inFlight, calls }: AllocationRequest): Promise<AllocationAnswer> {
  const { call } = await ALLOCATING[subject](port)
  const spend = () => inTurns(calls, async (place) => void (await call(keys[place % 1_000]!)), inFlight)
  for (let round = 0; round < 3; round++) await spend()
  ;(globalThis as { gc?: () => void }).gc?.()
  const before = process.memoryUsage().heapUsed
  await spend()
  return { bytes: (process.memoryUsage().heapUsed - before) / calls }
}

console.log(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '') as AllocationRequest)))
process.exit(0)
