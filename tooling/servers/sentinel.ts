import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverBinary } from './binaries.ts'
import { type Launched, launch } from './launch.ts'
import { freePort } from './ports.ts'
import { type RedisServer, redisCli, startRedis } from './redis.ts'
import { until } from './until.ts'

export interface RedisSentinel {
  /** The name that clients ask the sentinels for. */
  readonly name: string
  readonly sentinels: readonly { host: string; port: number }[]
  readonly primary: RedisServer
  readonly replica: RedisServer
  stop(): Promise<void>
}

const name = 'primary'

/** Starts a primary, its replica and three sentinels, and resolves when the three agree about them. */
export async function startSentinel(): Promise<RedisSentinel> {
  const running: Launched[] = []
  const keep = <T extends Launched>(server: T): T => {
    running.push(server)
    return server
  }
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()))
  }
  try {
    const primary = keep(await startRedis())
    const replica = keep(await startRedis({ args: ['--replicaof', `127.0.0.1 ${primary.port}`] }))
    // A sentinel that looks before the replica is online learns of it ten seconds later.
    await until('the replica', async () =>
      (await primary.cli('info', 'replication')).includes('state=online'),
    )
    const sentinels: { host: string; port: number }[] = []
    for (let i = 0; i < 3; i++) {
      const port = await freePort()
      keep(await launchSentinel(port, primary.port))
      sentinels.push({ host: '127.0.0.1', port })
    }
    for (const { port } of sentinels) await until(`sentinel ${port}`, () => agrees(port))
    return { name, sentinels, primary, replica, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function launchSentinel(port: number, primaryPort: number): Promise<Launched> {
  const dir = await mkdtemp(join(tmpdir(), 'rl-sentinel-'))
  const file = join(dir, 'sentinel.conf')
  await writeFile(
    file,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${dir}`,
      `sentinel monitor ${name} 127.0.0.1 ${primaryPort} 2`,
      `sentinel down-after-milliseconds ${name} 1000`,
      `sentinel failover-timeout ${name} 5000`,
      '',
    ].join('\n'),
  )
  return launch(serverBinary, [file, '--sentinel'], { dir, ready: /Sentinel ID is/ })
}

async function agrees(port: number): Promise<boolean> {
  const lines = (await redisCli(port, 'sentinel', 'master', name)).split('\n')
  const field = (key: string) => lines[lines.indexOf(key) + 1]
  return field('num-slaves') === '1' && field('num-other-sentinels') === '2' && field('flags') === 'master'
}
