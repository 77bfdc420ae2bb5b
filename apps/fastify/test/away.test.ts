import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startRedis } from '../../../tooling/servers/index.ts'
import { freePort } from '../../../tooling/servers/ports.ts'

describe('the quick start of Fastify, with a Redis that comes later', () => {
  it('listens, lets requests pass with one warning, and counts once Redis is there', async () => {
    const [port, redisPort] = [await freePort(), await freePort()]
    const child = spawn(process.execPath, ['src/main.ts'], {
      cwd: resolve(import.meta.dirname, '..'),
      env: { PATH: process.env.PATH, PORT: `${port}`, REDIS_URL: `redis://127.0.0.1:${redisPort}` },
    })
    const ended = once(child, 'exit')
    const warnings: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => void warnings.push(line))
    const ask = () => fetch(`http://127.0.0.1:${port}`)
    onTestFinished(async () => {
      child.kill()
      await ended
    })
    await Promise.race([once(child.stdout, 'data'), ended])
    const open = await Promise.all([ask(), ask()])
    expect(open.map(({ status }) => status)).toEqual([200, 200])
    expect(open.map(({ headers }) => headers.get('ratelimit'))).toEqual([null, null])
    expect(warnings).toEqual([expect.stringMatching(/^\[rl\] /)])

    const redis = await startRedis({ port: redisPort })
    onTestFinished(redis.stop)
    while ((await ask()).headers.get('ratelimit') === null);
    expect(await redis.cli('keys', '*')).toBe('rl1:{127.0.0.1}:20-5-per-1s:tb')
  })
})
