import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import { type Program, startProgram } from './program.ts'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, path), 'utf8')

/** Twenty pass at once, the others are told how long to wait, waiting so long helps, and never more than agreed pass. */
async function keepsItsWord(urls: string[]): Promise<void> {
  const start = performance.now()
  const atMost = () => 20 + Math.ceil(((performance.now() - start) / 1_000) * 5)
  const burst = await Promise.all(urls.map((url) => fetch(url)))
  const allowed = burst.filter(({ status }) => status === 200).length
  expect(allowed).toBeGreaterThanOrEqual(20)
  expect(allowed).toBeLessThanOrEqual(atMost())
  const limited = burst.find(({ status }) => status === 429)
  expect(limited?.headers.get('content-type')).toBe('application/problem+json')
  expect(burst.every(({ status }) => status === 200 || status === 429)).toBe(true)
  await sleep(Number(limited?.headers.get('retry-after')) * 1_000)
  const later = await Promise.all(urls.map((url) => fetch(url)))
  const more = later.filter(({ status }) => status === 200).length
  expect(more).toBeGreaterThanOrEqual(5)
  expect(allowed + more).toBeLessThanOrEqual(atMost())
}

describe('the quick start of Express', () => {
  it('is what the README shows', () => {
    expect(read('../../../packages/express/README.md')).toContain(`\`\`\`ts\n${read('../src/main.ts')}\`\`\``)
  })

  it('keeps its word in memory', async () => {
    const program = await startProgram()
    try {
      expect(program.output.join('\n')).toContain('counting in memory')
      await keepsItsWord(new Array(40).fill(program.url))
    } finally {
      await program.stop()
    }
  })

  describe('on Redis', () => {
    let redis: RedisServer
    const programs: Program[] = []

    beforeAll(async () => {
      redis = await startRedis()
      const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}` }
      programs.push(...(await Promise.all([startProgram(env), startProgram(env)])))
    })

    afterAll(async () => {
      await Promise.all(programs.map((program) => program.stop()))
      await redis.stop()
    })

    it('keeps its word as two processes with one count', async () => {
      expect(programs.map(({ output }) => output[0])).toEqual([
        expect.stringContaining('counting in Redis'),
        expect.stringContaining('counting in Redis'),
      ])
      await keepsItsWord(programs.flatMap(({ url }) => new Array(20).fill(url)))
      expect(await redis.cli('keys', '*')).toBe('rl1:{127.0.0.1}:20-5-per-1s:tb')
    })
  })
})
