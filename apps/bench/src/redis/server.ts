import { Redis } from 'ioredis'
import { startRedis } from '../../../../tooling/servers/index.ts'
import { pin } from '../processes.ts'

/** A Redis of the bench's own, on its own core, in memory only. */
export interface BenchRedis {
  readonly port: number
  /** A client for all that is not measured. */
  readonly control: Redis
  /** CPU microseconds that the server's main thread has used so far: sockets, parsing and commands. */
  cpuUs(): Promise<number>
  /** Calls of a command since the last `CONFIG RESETSTAT`; rejects if one of them failed. */
  callsOf(command: string): Promise<number>
  stop(): Promise<void>
}

const field = (info: string, name: string): number =>
  Number(new RegExp(`^${name}:(.+)$`, 'm').exec(info)?.[1] ?? Number.NaN)

export async function startBenchRedis(): Promise<BenchRedis> {
  const server = await startRedis()
  pin('measured', server.pid)
  const control = new Redis({ port: server.port, host: '127.0.0.1' })
  return {
    port: server.port,
    control,
    async cpuUs() {
      const info = await control.info('cpu')
      return 1e6 * (field(info, 'used_cpu_user_main_thread') + field(info, 'used_cpu_sys_main_thread'))
    },
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
