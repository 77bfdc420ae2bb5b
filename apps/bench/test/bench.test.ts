import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fixedWindow, tokenBucket } from '@rl/core'
import { describe, expect, inject, it } from 'vitest'
import { FRAMEWORKS } from '../src/http/serving.ts'
import { startHttpServer } from '../src/http-server.ts'
import { captured } from '../src/redis/captured.ts'
import type { Report } from '../src/suite.ts'
import { SUITES } from '../src/suites.ts'
import { ask } from '../src/worker.ts'
import type { HttpLoadAnswer, HttpLoadRequest } from '../src/workers/http-load.ts'

const run = promisify(execFile)
const suites = SUITES.filter(({ name }) => name !== 'http').map(({ name }) => name)

describe('the bench', () => {
  it('runs every suite to its end and finds a ratio for each measure', { timeout: 300_000 }, async () => {
    const options = ['--json', '--rounds', '1', '--scale', '0.001']
    const { stdout } = await run(process.execPath, ['src/main.ts', ...suites, ...options], {
      cwd: new URL('..', import.meta.url),
    })
    const found = JSON.parse(stdout) as { suites: Record<string, Report> }
    expect(Object.keys(found.suites)).toEqual(suites)
    for (const { measures } of Object.values(found.suites)) {
      expect(measures).not.toEqual([])
      for (const { name, value } of measures) expect(value, name).toBeGreaterThan(0)
    }
  })

  it('serves each framework, limited in each way', { timeout: 120_000 }, async () => {
    for (const framework of FRAMEWORKS) {
      for (const limiting of ['ours', 'peer'] as const) {
        const server = await startHttpServer(framework, limiting, inject('redisPort'))
        try {
          const response = await fetch(`http://127.0.0.1:${server.port}/`)
          const limited = [...response.headers.keys()].some((name) => name.includes('ratelimit'))
          expect([await response.text(), limited]).toEqual(['hello world', true])
          if (framework === 'fastify' && limiting === 'ours') {
            const load = { port: server.port, connections: 4, requests: 100 }
            const { p99 } = await ask<HttpLoadRequest, HttpLoadAnswer>('http-load.ts', load)
            expect(p99).toBeGreaterThan(0)
          }
          expect(await server.cpuUs()).toBeGreaterThan(0)
        } finally {
          await server.stop()
        }
      }
    }
  })
})

describe('a captured call', () => {
  const policies = [
    tokenBucket({ capacity: 10, refillRate: 5 }),
    fixedWindow({ name: 'hours', limit: 20, window: '1h' }),
  ]

  it('is what the store sends for one check', async () => {
    const { lua, keys, args } = await captured(policies, 'client:1')
    expect(keys).toEqual(['rl1:{client:1}:10-5-per-1s:tb', 'rl1:{client:1}:hours:fw'])
    expect(args).toEqual(expect.arrayContaining(['10', '5', '1000', '20', '3600000']))
    expect(lua).toContain('redis.call')
  })

  it('is the one call in which several checks travel', async () => {
    const { keys } = await captured(policies, 'client:1', 16)
    expect(keys).toHaveLength(32)
  })
})
