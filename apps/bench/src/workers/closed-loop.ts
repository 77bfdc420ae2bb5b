import { quantile } from './quantile.ts'

/** What a closed loop read. */
export interface LoopReadings {
  readonly calls: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** CPU microseconds of this whole process for one call. */
  readonly nodeCpu: number
}

const MOST_LATENCIES = 2_000_000

/** So many workers for so many seconds, each waiting for its call before it makes the next, with a random key. */
export async function closedLoop(
  call: (key: string) => Promise<unknown>,
  keys: readonly string[],
  inFlight: number,
  seconds: number,
): Promise<LoopReadings> {
  const latencies = new Float64Array(MOST_LATENCIES)
  let calls = 0
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  const end = started + seconds * 1_000
  async function worker(): Promise<void> {
    // The clock ends the loop and not a timer: what answers from memory never lets a timer run.
    for (let now = started; now < end; ) {
      await call(keys[Math.floor(Math.random() * keys.length)]!)
      const after = performance.now()
      if (calls < MOST_LATENCIES) latencies[calls] = after - now
      calls++
      now = after
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const cpu = process.cpuUsage(cpuBefore)
  const sorted = latencies.subarray(0, Math.min(calls, MOST_LATENCIES)).sort()
  return {
    calls,
    perSecond: (calls * 1_000) / (performance.now() - started),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    nodeCpu: (cpu.user + cpu.system) / calls,
  }
}
