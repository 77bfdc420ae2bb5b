import { afterEach, describe, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import { freePort } from '../../../tooling/servers/ports.ts'
import { askRaw, listen, startHere } from './support/asking.ts'

const PATH = 'tokenBucket?capacity=5&refillRate=1&refillInterval=1h&key=shared'
const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function start(redis: number): ReturnType<typeof startHere> {
  const server = await startHere(`redis://127.0.0.1:${redis}`)
  opened.push(server.close)
  return server
}

async function redisOn(port?: number): Promise<RedisServer> {
  const redis = await startRedis(port === undefined ? {} : { port })
  opened.push(redis.stop)
  return redis
}

const remaining = async (port: number): Promise<unknown> => {
  const { headers, body } = await askRaw(port, 'POST', `/try/${PATH}`)
  return headers['x-ratelimit-remaining'] ?? JSON.parse(body)
}

describe('two servers on one Redis', () => {
  it('have one count, and each shows what the other decides', async () => {
    const first = await redisOn()
    const redis = first.port
    const [one, other] = [await start(redis), await start(redis)]
    const live = await listen(`${other.url}/live/${PATH}`)
    opened.push(live.close)
    await live.until(({ kind }) => kind === 'level')
    expect(await remaining(one.port)).toBe('4')
    const events = await live.until(({ kind }) => kind === 'events')
    expect(events.data[0]).toMatchObject({
      key: 'shared',
      ok: true,
      left: 4,
      server: `localhost:${one.port}`,
    })
    const level = await live.until(({ kind, data }) => kind === 'level' && data.left === 4)
    expect(level.data).not.toHaveProperty('degraded')
    expect(await remaining(other.port)).toBe('3')
    expect(await first.cli('keys', '*')).toMatch(/^playground:rl1:\{shared\}:\S+$/)
  })
})

describe('a Redis that goes away', () => {
  it('is said to be away, decided for in memory, and gone back to', async () => {
    const redis = await redisOn()
    const server = await start(redis.port)
    expect(server.status).toEqual({ store: 'redis', at: `127.0.0.1:${redis.port}` })
    const live = await listen(`${server.url}/live/${PATH}`)
    opened.push(live.close)
    expect(await remaining(server.port)).toBe('4')
    await redis.stop()
    const away = await live.until(({ kind, data }) => kind === 'status' && data.away !== undefined)
    expect(away.data).toMatchObject({ store: 'redis', at: `127.0.0.1:${redis.port}` })
    expect(await remaining(server.port)).toMatchObject({ degraded: true })
    await live.until(({ kind, data }) => kind === 'level' && data.degraded === true)
    const reset = await askRaw(server.port, 'POST', `/reset/${PATH}`)
    expect([reset.status, JSON.parse(reset.body).title]).toEqual([503, 'Redis is away'])
    await redisOn(redis.port)
    await live.until(({ kind, data }) => kind === 'status' && data.away === undefined)
    await expect.poll(() => remaining(server.port)).toBe('4')
  })

  it('may be away from the start: it is gone over to when it comes', async () => {
    const port = await freePort()
    const server = await start(port)
    expect(server.status.away).toContain('ECONNREFUSED')
    expect(await remaining(server.port)).toMatchObject({ degraded: true })
    await redisOn(port)
    await expect.poll(() => remaining(server.port), { timeout: 10_000 }).toBe('4')
    await expect.poll(() => server.status).toEqual({ store: 'redis', at: `127.0.0.1:${port}` })
  })
})
