import type { Redis } from 'ioredis'

const field = (info: string, name: string): number =>
  Number(new RegExp(`^${name}:(.+)$`, 'm').exec(info)?.[1] ?? Number.NaN)

/** CPU microseconds that the server's main thread has used so far: sockets, parsing and commands. */
export async function mainThreadCpuUs(client: Redis): Promise<number> {
  const info = await client.info('cpu')
  return 1e6 * (field(info, 'used_cpu_user_main_thread') + field(info, 'used_cpu_sys_main_thread'))
}
