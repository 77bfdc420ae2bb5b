import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Flood } from '../../../tooling/failures/flood.ts'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import { freePort } from '../../../tooling/servers/ports.ts'

const CHECKS = 100_000
const MEGABYTE = 2 ** 20

let frozen: RedisServer
const ports = { refused: 0, frozen: 0 }
beforeAll(async () => {
  frozen = await startRedis()
  ports.frozen = frozen.port
  ports.refused = await freePort()
  process.kill(frozen.pid, 'SIGSTOP')
})
afterAll(() => frozen?.stop())

async function flood(client: string, port: number): Promise<Flood> {
  const program = ['--expose-gc', '--import', './tooling/source.ts', 'tooling/failures/flood.ts']
  const node = 'node_modules/node/bin/node'
  const { stdout } = await promisify(execFile)(node, [...program, client, String(port), String(CHECKS)])
  return JSON.parse(stdout)
}

const CASES = [
  ['ioredis 5', 'refused'],
  ['ioredis 6', 'frozen'],
  ['node-redis 4', 'refused'],
  ['node-redis 5', 'frozen'],
  ['node-redis 6', 'refused'],
] as const

describe.concurrent('a hundred thousand checks while Redis is away', () => {
  it.each(CASES)('do not fill the heap: %s, %s', { timeout: 60_000 }, async (client, how) => {
    const seen = await flood(client, ports[how])
    expect(seen).toMatchObject({ other: [], rejections: 0, checks: CHECKS })
    expect(seen.given + seen.refused).toBe(CHECKS)
    // Checks travel together, so that the thousand commands that may be given up hold many checks.
    expect(seen.refused).toBeGreaterThan(0)
    expect(seen.grown).toBeLessThan(30 * MEGABYTE)
    expect(seen.leftTimers).toBeLessThanOrEqual(1) // a client's own, to reconnect
  })
})
