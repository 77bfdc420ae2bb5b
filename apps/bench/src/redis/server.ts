import { Redis } from 'ioredis'
import { startRedis } from '../../../../tooling/servers/index.ts'
import { type Core, pin } from '../processes.ts'
import { mainThreadCpuUs } from './cpu.ts'

/** A Redis of the bench's own, in memory only. */
export interface BenchRedis {
  readonly port: number
  /** A client for all that is not measured. */
  readonly control: Redis
  /** As {@link mainThreadCpuUs}. */
  cpuUs(): Promise<number>
  /** Calls of a command since the last `CONFIG RESETSTAT`; rejects if one of them failed. */
  callsOf(command: string): Promise<number>
  stop(): Promise<void>
}

export async function startBenchRedis(core: Core = 'measured'): Promise<BenchRedis> {
  const server = await startRedis()
  pin(core, server.pid)
  const control = new Redis({ port: server.port, host: '127.0.0.1' })
  return {
    port: server.port,
    control,
    cpuUs: () => mainThreadCpuUs(control),
    async callsOf(command) {
      const line =
        new RegExp(`^cmdstat_${command}:(.+)$`, 'm').exec(await control.info('commandstats'))?.[1] ?? ''
      const value = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(line)?.[1] ?? 0)
      const failed = value('failed_calls') + value('rejected_calls')
      if (failed > 0) throw new Error(`${failed} of ${value('calls')} calls of ${command} failed`)
      return value('calls')
    },
    async stop() {
      control.disconnect()
      await server.stop()
    },
  }
}
