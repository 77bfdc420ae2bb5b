import { createLimiter, memoryStore, StoreError, tokenBucket } from '@rl/core'
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../src/command-line.ts'
import { createProgress } from '../src/progress.ts'
import { throttle } from '../src/throttle.ts'

describe('the command line', () => {
  it('has a default for everything', () => {
    expect(parseCommandLine([], {})).toMatchObject({
      jobs: 50,
      concurrency: 10,
      name: 'batch',
      redisUrl: undefined,
      json: false,
      policy: { numbers: [5, 5, 1_000] },
    })
  })

  it('takes Redis from the environment, and rather from the option', () => {
    const env = { REDIS_URL: 'rediss://other' }
    expect(parseCommandLine([], env)?.redisUrl).toBe('rediss://other')
    expect(parseCommandLine(['--redis-url', 'redis://one'], env)?.redisUrl).toBe('redis://one')
    expect(parseCommandLine([], { REDIS_URL: '' })?.redisUrl).toBeUndefined()
  })

  it.each([
    [['--jobs', '0'], '--jobs'],
    [['--jobs', '-1'], '--jobs'],
    [['--jobs', '1.5'], '--jobs'],
    [['--jobs'], '--jobs'],
    [['--concurrency', ''], '--concurrency'],
    [['--capacity', '1e3'], '--capacity'],
    [['--refill-rate', 'NaN'], '--refill-rate'],
    [['--refill-interval', '5'], '--refill-interval'],
    [['--refill-interval', '0s'], '--refill-interval'],
    [['--capacity', '999999999999999', '--refill-interval', '30d'], 'capacity'],
    [['--redis-url', 'http://user:secret@host'], '--redis-url'],
    [['--redis-url', 'localhost'], '--redis-url'],
    [['--unknown'], '--unknown'],
    [['more'], 'more'],
  ])('refuses %j in one line that names it', (args, named) => {
    let message = ''
    try {
      parseCommandLine(args, {})
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(named)
    expect(message).not.toContain('\n')
    expect(message).not.toContain('secret')
  })
})

describe('progress', () => {
  function written(isTTY: boolean, columns: number): string {
    let text = ''
    let now = 0
    const stream = {
      isTTY,
      columns,
      write(piece: string) {
        text += piece
        return true
      },
    }
    const progress = createProgress(stream as never, 4, () => now)
    for (let done = 1; done <= 4; done++) {
      progress.show(done)
      now += 600
    }
    progress.end()
    progress.end()
    return text
  }

  it('is one line on a terminal, written over again', () => {
    const lines = written(true, 80).split('\r')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toBe('[######..................] 1 of 4 jobs done\u001b[K')
    expect(lines[4]).toBe('[########################] 4 of 4 jobs done, 2.2 a second\u001b[K\n')
    expect(written(true, 20).split('\r')[4]).toBe('[##################\u001b[K\n')
    expect(written(true, 0)).toBe(written(true, 80))
  })

  it('is a plain line now and then elsewhere', () => {
    expect(written(false, 80)).toBe(
      '1 of 4 jobs done\n3 of 4 jobs done, 2.5 a second\n4 of 4 jobs done, 2.2 a second\n',
    )
  })
})

describe('the batch', () => {
  const policies = tokenBucket({ capacity: 100, refillRate: 1 })
  const batch = {
    name: 'k',
    jobs: 10,
    concurrency: 3,
    signal: new AbortController().signal,
    onDone: () => {},
  }

  it('does each job once, so many at once as it is told', async () => {
    const jobs: number[] = []
    let now = 0
    let most = 0
    async function work(job: number): Promise<void> {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 1))
      jobs.push(job)
      now--
    }
    const limiter = createLimiter({ store: memoryStore(), policies })
    const { done, grantedAt, error } = await throttle({ ...batch, limiter, work })
    expect({ done, granted: grantedAt.length, error, most }).toEqual({
      done: 10,
      granted: 10,
      error: undefined,
      most: 3,
    })
    expect(jobs.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('ends with the first error, and begins nothing more', async () => {
    const memory = memoryStore()
    let asked = 0
    const store = {
      ...memory,
      consume: (...call: Parameters<typeof memory.consume>) =>
        ++asked > 4 ? Promise.reject(new StoreError('away')) : memory.consume(...call),
    }
    const limiter = createLimiter({ store, policies })
    const outcome = await throttle({ ...batch, limiter, work: async () => {} })
    expect(outcome).toMatchObject({ done: 4, error: { message: 'away' } })
    expect(asked).toBe(5)
  })
})
