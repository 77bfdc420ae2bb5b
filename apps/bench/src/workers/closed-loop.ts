import { quantile } from './quantile.ts'

/** What a closed loop read. */
export interface LoopReadings {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** CPU microseconds of this whole process for one call. */
  readonly nodeCpu: number
}

export interface Loop {
  readonly inFlight: number
  readonly calls: number
}

/** So many calls, so many of them in flight: each waits for its answer before the next is made, with a random key. */
export async function closedLoop(
  call: (key: string) => Promise<unknown>,
  keys: readonly string[],
  { inFlight, calls }: Loop,
): Promise<LoopReadings> {
  const latencies = new Float64Array(calls)
  let made = 0
  let answered = 0
  async function caller(): Promise<void> {
    for (let before = performance.now(); made < calls; ) {
      made++
      await call(keys[Math.floor(Math.random() * keys.length)]!)
      const after = performance.now()
      latencies[answered++] = after - before
      before = after
    }
  }
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  await Promise.all(Array.from({ length: inFlight }, caller))
  const perSecond = (calls * 1_000) / (performance.now() - started)
  const cpu = process.cpuUsage(cpuBefore)
  latencies.sort()
  return {
    perSecond,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    nodeCpu: (cpu.user + cpu.system) / calls,
  }
}
