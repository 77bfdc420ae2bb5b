import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import {
  createGuard,
  createLimiter,
  fixedWindow,
  memoryStore,
  type RedisClient,
  redisStore,
  type Store,
  StoreError,
  withFallback,
} from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const fail = (): never => {
  throw new Error('the listener itself')
}
const policy = fixedWindow({ name: 'heard', limit: 2, window: '1h' })
const dead: Store = { ...memoryStore(), consume: () => Promise.reject(new StoreError('away')) }

function consoleLines(): string[] {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(String(line)))
  onTestFinished(() => spy.mockRestore())
  return lines
}

describe('a listener of warnings that throws', () => {
  it('changes no decision on a damaged state, and is told on the console', async () => {
    const lines = consoleLines()
    const store = redisStore(redis, { prefix: 'throws:', timeout: '10s', onWarning: fail })
    const limiter = createLimiter({ store, policies: policy })
    await redis.set('throws:rl1:{a}:heard:fw', 'garbage')
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 1 })
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 0 })
    expect(lines).toEqual(['[rl] listener-failed: the listener `onWarning` threw'])
  })

  it('leaves no check behind where a server refuses keys of several slots', async () => {
    const lines = consoleLines()
    const server = detect(redis)
    // As a proxy in front of several servers answers.
    const client: RedisClient = {
      evalsha: (sha, keys, args) =>
        keys.length > 1
          ? Promise.reject(new Error('CROSSSLOT Keys in request do not hash to the same slot'))
          : server.evalsha(sha, keys, args),
      eval: server.eval,
    }
    const store = redisStore(client, { prefix: 'apart:', timeout: '10s', onWarning: fail })
    const limiter = createLimiter({ store, policies: policy })
    const decisions = await Promise.all(['a', 'b', 'c'].map((key) => limiter.consume(key)))
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true])
    expect(lines).toEqual(['[rl] listener-failed: the listener `onWarning` threw'])
  })

  it('neither lets a fallback fail nor a guard', async () => {
    consoleLines()
    const store = withFallback(dead, memoryStore(), { instances: 1, onWarning: fail })
    expect(await createLimiter({ store, policies: policy }).consume('a')).toMatchObject({ degraded: true })
    const guard = createGuard<object>({ store: dead, policies: policy, key: () => 'a', onWarning: fail })
    expect(await guard({})).toMatchObject({ pass: true, degraded: true })
  })
})

describe('a store that decides at once', () => {
  it('is asked itself where its `consume` was replaced', async () => {
    const store = memoryStore()
    const limiter = createLimiter({ store, policies: policy })
    const spy = vi.spyOn(store, 'consume').mockRejectedValue(new StoreError('away'))
    await expect(limiter.consume('a')).rejects.toThrow('away')
    await expect(createLimiter({ store, policies: policy }).consume('a')).rejects.toThrow('away')
    expect(spy).toHaveBeenCalledTimes(2)
    expect(store.size).toBe(0)
  })

  it('tells its decision after the call has returned', async () => {
    const told: string[] = []
    const onDecision = () => void told.push('decision')
    const limiter = createLimiter({ store: memoryStore(), policies: policy, onDecision })
    const decided = limiter.consume('a')
    told.push('returned')
    await decided
    expect(told).toEqual(['returned', 'decision'])
  })

  it('keeps little for a policy of few keys', async () => {
    const store = memoryStore()
    const before = process.memoryUsage().arrayBuffers
    for (let nth = 0; nth < 10_000; nth++) {
      const one = fixedWindow({ name: `of ${nth}`, limit: 2, window: '1h' })
      await store.consume([{ policy: one, key: 'a', cost: 1 }])
    }
    expect(store.size).toBe(10_000)
    // A block of 128 places each would take 30 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 2 ** 20)
  })
})
