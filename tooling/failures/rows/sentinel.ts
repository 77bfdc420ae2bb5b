import { startSentinel, until } from '../../servers/index.ts'
import type { Row } from '../scene.ts'

export const SENTINEL_FAILOVER: Row = {
  name: 'sentinel failover',
  awayMs: 0,
  loses: true,
  async start() {
    const servers = await startSentinel()
    return {
      target: { kind: 'sentinel', sentinels: servers.sentinels, name: servers.name },
      break: async () => void process.kill(servers.primary.pid, 'SIGKILL'),
      heal: () => until('the failover', async () => (await servers.replica.cli('role')).startsWith('master')),
      ports: () => [servers.replica.port],
      stop: () => servers.stop(),
    }
  },
}
