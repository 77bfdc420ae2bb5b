import { type RedisServer, startRedis, until } from '../../servers/index.ts'
import { redisCli } from '../../servers/redis.ts'
import type { Row } from '../scene.ts'

interface Nodes {
  /** In the order of their slots. */
  readonly primaries: readonly RedisServer[]
  readonly replicas: readonly RedisServer[]
  stop(): Promise<void>
}

async function startNodes(replicas: 0 | 1): Promise<Nodes> {
  const args = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
  const count = 3 * (1 + replicas)
  const nodes = await Promise.all(Array.from({ length: count }, () => startRedis({ args })))
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  const [first] = nodes
  const create = [
    '--cluster',
    'create',
    ...addresses,
    '--cluster-replicas',
    String(replicas),
    '--cluster-yes',
  ]
  await redisCli(first!.port, ...create)
  for (const node of nodes) {
    await until(`cluster node ${node.port}`, async () => {
      const info = await node.cli('cluster', 'info')
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${count}`)
    })
  }
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  }
  return { primaries: nodes.slice(0, 3), replicas: nodes.slice(3), stop }
}

const endpointsOf = (nodes: readonly RedisServer[]) => nodes.map(({ port }) => ({ host: '127.0.0.1', port }))

/** The replica that follows a primary. */
async function heirOf(primary: RedisServer, replicas: readonly RedisServer[]): Promise<RedisServer> {
  let heir: RedisServer | undefined
  await until('the replica', async () => {
    const roles = await Promise.all(replicas.map((replica) => replica.cli('role')))
    heir =
      replicas[roles.findIndex((role) => role.includes(String(primary.port)) && role.includes('connected'))]
    return heir !== undefined
  })
  return heir!
}

/** The primary of the first third of all slots is lost, and its replica takes over. */
export const CLUSTER_FAILOVER: Row = {
  name: 'cluster failover',
  awayMs: 0,
  loses: true,
  async start() {
    const { primaries, replicas, stop } = await startNodes(1)
    const [lost] = primaries
    const heir = await heirOf(lost!, replicas)
    return {
      target: { kind: 'cluster', endpoints: endpointsOf(primaries) },
      break: async () => void process.kill(lost!.pid, 'SIGKILL'),
      heal: () =>
        until('the failover', async () => {
          const role = await heir.cli('role')
          return role.startsWith('master') && (await heir.cli('cluster', 'info')).includes('cluster_state:ok')
        }),
      ports: () => [heir, ...primaries.slice(1)].map(({ port }) => port),
      stop,
    }
  },
}

const MOVED_SLOTS = 1_500

/** Slots move from the first node to the second, with what is in them. */
export const RESHARDING: Row = {
  name: 'cluster resharding',
  awayMs: 0,
  async start() {
    const { primaries, stop } = await startNodes(0)
    const [from, to] = await Promise.all(primaries.map((node) => node.cli('cluster', 'myid')))
    let moved: Promise<unknown> | undefined
    return {
      target: { kind: 'cluster', endpoints: endpointsOf(primaries) },
      async break() {
        const which = ['--cluster-from', from!, '--cluster-to', to!, '--cluster-slots', String(MOVED_SLOTS)]
        const reshard = ['--cluster', 'reshard', `127.0.0.1:${primaries[0]!.port}`, ...which, '--cluster-yes']
        moved = redisCli(primaries[0]!.port, ...reshard)
      },
      heal: async () => void (await moved),
      ports: () => primaries.map(({ port }) => port),
      stop,
    }
  },
}
