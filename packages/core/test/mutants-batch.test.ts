import { setImmediate as turn } from 'node:timers/promises'
import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { redisStore } from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'
import { recorded } from './recorded.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

const policies = everyKind(10)
const chargesOf = (key: string, cost = 1) => policies.map((policy) => ({ policy, key, cost }))

describe('calls that start together', () => {
  it('keep their order and their kind, whether they charge or only look', async () => {
    const store = redisStore(redis, { prefix: 'batch:', timeout: '10s' })
    // A call whose script is not known yet is sent once more, behind others: Redis learns both scripts first.
    await Promise.all([1, 2, 3].map(() => store.consume(chargesOf('warm'))))
    const calls = [
      { cost: 1 },
      { cost: 3, dry: true },
      { cost: 2 },
      { cost: 1, dry: true },
      { cost: 0 },
      { cost: 4 },
      { cost: 4, dry: true },
      { cost: 4 },
      { cost: 3 },
    ]
    const outcomes = await Promise.all(
      calls.map(({ cost, dry = false }) => store.consume(chargesOf('order', cost), { dry })),
    )
    const expected = [
      [true, 9],
      [true, 6],
      [true, 7],
      [true, 6],
      [true, 7],
      [true, 3],
      [false, 3],
      [false, 3],
      [true, 0],
    ]
    for (const [place] of policies.entries()) {
      expect(outcomes.map(({ verdicts }) => [verdicts[place]!.allowed, verdicts[place]!.remaining])).toEqual(
        expected,
      )
    }
  })

  it('travel together, and each asker gets its own answer', async () => {
    const { client, calls } = recorded(detect(redis))
    const store = redisStore(client, { prefix: 'batch:', timeout: '10s' })
    await Promise.all([1, 2, 3].map(() => store.consume(chargesOf('together'))))
    calls.length = 0
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => store.consume(chargesOf(`key ${nth}`, nth + 1))),
    )
    outcomes.forEach(({ verdicts }, nth) => {
      expect(verdicts.map(({ remaining }) => remaining)).toEqual(policies.map(() => 9 - nth))
    })
    expect(calls.length).toBeLessThan(5)
  })

  it('leave nothing under way: the next is sent at once, and only those behind it wait for each other', async () => {
    const { client, calls } = recorded(detect(redis))
    const store = redisStore(client, { prefix: 'batch:', timeout: '10s' })
    const three = () => [1, 2, 3].map(() => store.consume(chargesOf('rounds', 0)))
    await Promise.all(three())
    for (let round = 1; round <= 3; round++) {
      await turn()
      calls.length = 0
      const answers = three()
      expect(calls).toHaveLength(1)
      await Promise.all(answers)
      expect(calls).toHaveLength(2)
    }
  })
})
