import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Cluster, Redis } from 'ioredis6'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startCluster, startRedis, startSentinel, until } from './index.ts'

describe('the shared Redis', () => {
  it('answers on its socket and its port', async () => {
    const bySocket = new Redis(inject('redisSocket'))
    const byPort = new Redis(inject('redisPort'))
    onTestFinished(() => {
      bySocket.disconnect()
      byPort.disconnect()
    })
    await bySocket.set('servers:shared', 'here')
    expect(await byPort.get('servers:shared')).toBe('here')
  })
})

describe('startRedis', () => {
  it('serves, restarts on its port and leaves nothing behind', async () => {
    const first = await startRedis({ args: ['--maxmemory', '10mb'] })
    expect(await first.cli('config', 'get', 'maxmemory')).toContain('10485760')
    await first.stop()
    expect(existsSync(first.socket)).toBe(false)
    const again = await startRedis({ port: first.port })
    onTestFinished(again.stop)
    expect(await again.cli('ping')).toBe('PONG')
    await expect(startRedis({ port: first.port })).rejects.toThrow(/Could not start/)
  })
})

describe('a server', () => {
  it('goes when the process that started it is killed', async () => {
    const file = resolve('tooling/servers/redis.ts')
    const code = `import(${JSON.stringify(file)}).then(async (m) => console.log((await m.startRedis()).socket))`
    const owner = spawn(
      resolve('node_modules/node/bin/node'),
      ['-e', `${code}; setInterval(() => {}, 1000)`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [line] = await once(owner.stdout, 'data')
    const socket = String(line).trim()
    expect(existsSync(socket)).toBe(true)
    owner.kill('SIGKILL')
    await until('its folder to go', async () => !existsSync(dirname(socket)))
  })
})

describe('startCluster', () => {
  it('serves keys of every node', async () => {
    const cluster = await startCluster({ primaries: 3 })
    onTestFinished(cluster.stop)
    const client = new Cluster([...cluster.endpoints])
    onTestFinished(() => client.disconnect())
    for (let i = 0; i < 30; i++) expect(await client.set(`servers:${i}`, i)).toBe('OK')
    const sizes = await Promise.all(cluster.nodes.map((node) => node.cli('dbsize')))
    expect(sizes.every((size) => Number(size) > 0)).toBe(true)
  })
})

describe('startSentinel', () => {
  it('names a new primary after the old one died', async () => {
    const setup = await startSentinel()
    onTestFinished(setup.stop)
    const client = new Redis({ sentinels: [...setup.sentinels], name: setup.name })
    client.on('error', () => {})
    onTestFinished(() => client.disconnect())
    expect(await client.set('servers:sentinel', 'before')).toBe('OK')
    await setup.primary.stop()
    await until('the failover', async () => (await setup.replica.cli('role')).startsWith('master'))
    await until('the client', async () => (await client.set('servers:sentinel', 'after')) === 'OK')
    expect(await setup.replica.cli('get', 'servers:sentinel')).toBe('after')
  })
})
