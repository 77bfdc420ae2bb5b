import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, startRedis } from './servers/index.ts'
import { freePort } from './servers/ports.ts'

const root = resolve(import.meta.dirname, '..')

interface Program {
  readonly url: string
  /** What it printed. */
  readonly output: readonly string[]
  stop(): Promise<void>
}

/** Starts the program as `npm start` does, and resolves when it says where it listens. */
async function startProgram(app: string, env: Record<string, string> = {}): Promise<Program> {
  const port = await freePort()
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: resolve(root, app),
    env: { PATH: process.env.PATH, PORT: `${port}`, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const output: string[] = []
  const url = `http://localhost:${port}`
  await new Promise<void>((ready, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      if (line.includes(url)) ready()
    })
    ended.then(([code]) => fail(new Error(`The program ended with ${code}`)), fail)
  })
  return {
    url,
    output,
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** Twenty pass at once, the others are told how long to wait, waiting so long helps, and never more than agreed pass. */
async function keepsItsWord(urls: readonly string[]): Promise<void> {
  const start = performance.now()
  const atMost = () => 20 + Math.ceil(((performance.now() - start) / 1_000) * 5)
  const burst = await Promise.all(urls.map((url) => fetch(url)))
  const allowed = burst.filter(({ status }) => status === 200).length
  expect(allowed).toBeGreaterThanOrEqual(20)
  expect(allowed).toBeLessThanOrEqual(atMost())
  expect(burst.every(({ status }) => status === 200 || status === 429)).toBe(true)
  const limited = burst.find(({ status }) => status === 429)
  expect(limited?.headers.get('content-type')).toBe('application/problem+json')
  await sleep(Number(limited?.headers.get('retry-after')) * 1_000)
  const later = await Promise.all(urls.map((url) => fetch(url)))
  const more = later.filter(({ status }) => status === 200).length
  expect(more).toBeGreaterThanOrEqual(5)
  expect(allowed + more).toBeLessThanOrEqual(atMost())
}

/** The example app of a framework: it is what the README shows, and runs as the real program that it is. */
export function describeQuickStart(name: string, folder: string): void {
  const app = `apps/${folder}`
  const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

  describe(`the quick start of ${name}`, () => {
    it('is what the README shows', () => {
      expect(read(`packages/${folder}/README.md`)).toContain(`\`\`\`ts\n${read(`${app}/src/main.ts`)}\`\`\``)
    })

    it('keeps its word in memory', async () => {
      const program = await startProgram(app)
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
        programs.push(...(await Promise.all([startProgram(app, env), startProgram(app, env)])))
      })

      afterAll(async () => {
        await Promise.all(programs.map((program) => program.stop()))
        await redis.stop()
      })

      it('keeps its word as two processes with one count', async () => {
        for (const { output } of programs) expect(output[0]).toContain('counting in Redis')
        await keepsItsWord(programs.flatMap(({ url }) => new Array(20).fill(url)))
        expect(await redis.cli('keys', '*')).toBe('rl1:{127.0.0.1}:20-5-per-1s:tb')
      })
    })
  })
}
