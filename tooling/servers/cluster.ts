import { type RedisServer, redisCli, startRedis } from './redis.ts'
import { until } from './until.ts'

export interface RedisCluster {
  /** The primaries, in the order of their slots. */
  readonly nodes: readonly RedisServer[]
  /** Where a client may begin, as ioredis and node-redis take it. */
  readonly endpoints: readonly { host: string; port: number }[]
  stop(): Promise<void>
}

/** Starts a cluster of primaries that share all slots, and resolves when every node serves. */
export async function startCluster({ primaries = 3 } = {}): Promise<RedisCluster> {
  const args = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
  const starts = await Promise.allSettled(Array.from({ length: primaries }, () => startRedis({ args })))
  const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  }
  try {
    for (const start of starts) if (start.status === 'rejected') throw start.reason
    await join(nodes)
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, endpoints: nodes.map(({ port }) => ({ host: '127.0.0.1', port })), stop }
}

async function join(nodes: readonly RedisServer[]): Promise<void> {
  const [entry] = nodes
  if (!entry) throw new Error('A cluster needs a primary')
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  await redisCli(entry.port, '--cluster', 'create', ...addresses, '--cluster-replicas', '0', '--cluster-yes')
  for (const node of nodes) {
    await until(`cluster node ${node.port}`, async () => {
      const info = await node.cli('cluster', 'info')
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes.length}`)
    })
  }
}
