import { setTimeout as sleep } from 'node:timers/promises'
import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Charge, isStoreError, type RedisClient, redisStore, type StoreError } from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const policies = everyKind(10)
const chargesOf = (key: string, cost = 1): Charge[] => policies.map((policy) => ({ policy, key, cost }))

const caught = (call: Promise<unknown>): Promise<StoreError> =>
  call.then(
    () => expect.unreachable('should have rejected'),
    (error: StoreError) => error,
  )

/** A client that keeps every command until it is told to send it, as one does that has lost its connection. */
function holding(client: RedisClient) {
  const waiting: (() => void)[] = []
  const sent: string[] = []
  const hold =
    (verb: 'evalsha' | 'eval'): RedisClient['eval'] =>
    async (...call) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      sent.push(verb)
      return client[verb](...call)
    }
  return {
    client: { evalsha: hold('evalsha'), eval: hold('eval') },
    sent,
    waiting,
    async release() {
      for (const go of waiting.splice(0)) go()
      await redis.ping()
      await sleep(5)
    },
  }
}

describe('a call that Redis does not answer in time', () => {
  it('is a StoreError, in every verb', { timeout: 5_000 }, async () => {
    const { client } = holding(detect(redis))
    const store = redisStore(client, { prefix: 'deadline:', timeout: '30ms' })
    const verbs = [
      () => store.consume(chargesOf('verbs')),
      () => store.consume(chargesOf('verbs'), { dry: true }),
      () => store.refund(chargesOf('verbs'), Date.now()),
      () => store.reset(chargesOf('verbs')),
    ]
    for (const verb of verbs) {
      const error = await caught(verb())
      expect(error).toSatisfy(isStoreError)
      expect(error.message).toBe('Redis did not answer within 30 ms')
    }
  })

  it('charges nothing when it is sent after all', async () => {
    await redisStore(redis, { timeout: '10s' }).consume(chargesOf('script')) // Redis knows the script now
    const held = holding(detect(redis))
    const store = redisStore(held.client, { prefix: 'deadline:', timeout: '30ms' })
    await caught(store.consume(chargesOf('late', 4)))
    await sleep(20)
    await held.release()
    expect(held.sent).toEqual(['evalsha'])
    expect(await redis.keys('deadline:*late*')).toEqual([])
  })

  it('neither takes back nor forgets when it is sent after all', async () => {
    const prefix = 'deadline:'
    const store = redisStore(redis, { prefix })
    await store.refund(chargesOf('none'), 0) // Redis knows the scripts now
    await store.reset(chargesOf('none'))
    const { at } = await store.consume(chargesOf('kept', 4))
    const held = holding(detect(redis))
    const late = redisStore(held.client, { prefix, timeout: '30ms' })
    await Promise.all([caught(late.refund(chargesOf('kept', 4), at)), caught(late.reset(chargesOf('kept')))])
    await sleep(20)
    await held.release()
    expect(held.sent).toEqual(['evalsha', 'evalsha'])
    const { verdicts } = await store.consume(chargesOf('kept', 0))
    expect(verdicts.map(({ remaining }) => remaining)).toEqual(verdicts.map(() => 6))
  })

  it('is not sent again by its text', async () => {
    const held = holding({
      ...detect(redis),
      evalsha: (_, keys, args) => detect(redis).evalsha('0'.repeat(40), keys, args),
    })
    const store = redisStore(held.client, { prefix: 'deadline:', timeout: '30ms' })
    await caught(store.consume(chargesOf('unknown')))
    await held.release()
    expect(held.waiting).toEqual([])
    expect(held.sent).toEqual(['evalsha'])
  })

  it('C011 may fail later, and nobody is disturbed', async () => {
    const rejections: unknown[] = []
    const listener = (reason: unknown) => rejections.push(reason)
    process.on('unhandledRejection', listener)
    onTestFinished(() => void process.off('unhandledRejection', listener))
    const fails = async () => {
      throw new Error('Connection is closed.')
    }
    const held = holding({ evalsha: fails, eval: fails })
    const store = redisStore(held.client, { timeout: '30ms' })
    const errors = await Promise.all([
      caught(store.consume(chargesOf('fails'))),
      caught(store.refund(chargesOf('fails'), 0)),
      caught(store.reset(chargesOf('fails'))),
    ])
    expect(errors.map(({ message }) => message)).toEqual(
      errors.map(() => 'Redis did not answer within 30 ms'),
    )
    await held.release()
    expect(rejections).toEqual([])
  })
})

describe('commands that were given up', () => {
  it('are counted until the client settles them, and too many are a StoreError at once', async () => {
    const held = holding(detect(redis))
    const store = redisStore(held.client, { prefix: 'deadline:', timeout: '300ms', maxAbandoned: 3 })
    for (let call = 0; call < 3; call++) {
      expect((await caught(store.consume(chargesOf(`given up ${call}`)))).message).toContain('within 300 ms')
    }
    const refused = await caught(store.consume(chargesOf('refused')))
    expect(refused).toSatisfy(isStoreError)
    expect(refused.message).toContain('3 commands that were given up')
    expect(await caught(store.reset(chargesOf('refused')))).toSatisfy(isStoreError)
    expect(held.waiting).toHaveLength(3)
    await held.release()
    const call = store.consume(chargesOf('again'))
    await held.release()
    expect((await call).verdicts.every(({ remaining }) => remaining === 9)).toBe(true)
  })
})
