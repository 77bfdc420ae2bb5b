import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { USAGE } from '../src/command-line.ts'

const url = `redis://127.0.0.1:${inject('redisPort')}`
const run = crypto.randomUUID().slice(0, 8)
const NODE = resolve('node_modules/node/bin/node')

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts the program as a user would, but on the sources, so that no build is older than what is tested. */
function start(...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(NODE, ['--import', './tooling/source.ts', 'apps/worker/src/main.ts', ...args], {
    env: { ...process.env, REDIS_URL: '' },
  })
  const told = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    told.stdout += data
  })
  child.stderr.on('data', (data) => {
    told.stderr += data
  })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, ...told })) }
}

/** By how many units any span admitted more than the bucket may, at the worst; below 0 if none did. */
function overBound(grantedAt: readonly number[], capacity: number, perSecond: number): number {
  const times = [...grantedAt].sort((a, b) => a - b)
  let worst = Number.NEGATIVE_INFINITY
  for (const [first, from] of times.entries()) {
    for (let last = first; last < times.length; last++) {
      const admitted = last - first + 1
      worst = Math.max(worst, admitted - (capacity + (perSecond * (times[last]! - from)) / 1_000))
    }
  }
  return worst
}

describe('the worker', () => {
  it('keeps two processes on one Redis together at the promised rate', async () => {
    const args = ['--jobs', '40', '--capacity', '5', '--refill-rate', '40', '--name', run, '--json']
    const both = await Promise.all([1, 2].map(() => start(...args, '--redis-url', url).ended))
    const summaries = both.map(({ stdout }) => JSON.parse(stdout))
    for (const [nth, summary] of summaries.entries()) {
      expect(both[nth]?.code).toBe(0)
      expect(summary).toMatchObject({ name: run, store: 'redis', jobs: 40, done: 40, stopped: false })
    }
    const grantedAt: number[] = summaries.flatMap((summary) => summary.grantedAt)
    expect(grantedAt).toHaveLength(80)
    expect(overBound(grantedAt, 5, 40)).toBeLessThanOrEqual(0)
  })

  it('stops on Ctrl-C, and says what was done', async () => {
    const { child, ended } = start('--jobs', '9', '--capacity', '3', '--refill-interval', '1h', '--json')
    await once(child.stderr!, 'data')
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toMatch(/\nStopped after [\d.]+ s: 3 of 9 jobs are done, 6 are not\.\n$/)
    expect(JSON.parse(stdout)).toMatchObject({ store: 'memory', stopped: true, jobs: 9, done: 3 })
  })

  it('does what it says without options but a few jobs, and ends by itself', async () => {
    const { code, stdout, stderr } = await start('--jobs', '3').ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toMatch(
      /^1 of 3 jobs done[\s\S]*\n3 of 3 jobs done[\s\S]*\nAll 3 jobs are done, in [\d.]+ s\.\n$/,
    )
  })

  it('refuses a wrong option in one line', async () => {
    const { code, stdout, stderr } = await start('--jobs', 'many').ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe('Expected --jobs to be a positive whole number, got "many"\n')
  })

  it('says in one line that there is no Redis', async () => {
    const { code, stdout, stderr } = await start('--redis-url', 'redis://:secret@127.0.0.1:1').ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe('Could not connect to Redis: connect ECONNREFUSED 127.0.0.1:1\n')
  })

  it('shows its help, which the README repeats', async () => {
    const { code, stdout } = await start('--help').ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${USAGE}\n` })
    expect(readFileSync('apps/worker/README.md', 'utf8')).toContain(USAGE)
  })
})
