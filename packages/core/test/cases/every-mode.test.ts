import { describe, expect } from 'vitest'
import { isOptionsError } from '../../src/index.ts'
import { everyMode, onBothStores } from './subject.ts'

describe.each(everyMode(5, 3_600).map((policy) => [policy.name, policy] as const))('C026 %s', (_, policy) => {
  onBothStores('says never to more than it can ever allow, and takes nothing', async (subject) => {
    const limiter = subject.limiter(policy)
    for (const cost of [6, 1e9, Number.MAX_SAFE_INTEGER]) {
      expect(await limiter.consume(subject.key, { cost })).toMatchObject({
        allowed: false,
        remaining: 5,
        retryAfterMs: Number.POSITIVE_INFINITY,
        resetAfterMs: 0,
      })
    }
    expect((await subject.lives()).size).toBe(0)
    expect(await limiter.consume(subject.key)).toMatchObject({ allowed: true, remaining: 4 })
    const never = await limiter.consume(subject.key, { cost: 6 })
    expect(never).toMatchObject({ allowed: false, remaining: 4, retryAfterMs: Number.POSITIVE_INFINITY })
  })
})

const modes = everyMode(10, 3_600).map((policy) => [policy.name, policy] as const)

describe.each(modes)('C029 %s', (_, policy) => {
  onBothStores('gives nothing back for a cost that is none', async ({ limiter, key }) => {
    const one = limiter(policy)
    for (let call = 0; call < 10; call++) expect((await one.consume(key)).allowed).toBe(true)
    for (const cost of [-5, -1, -0.5, 0.5, Number.NEGATIVE_INFINITY, Number.NaN, 2 ** 53, '1', null, 1n]) {
      const call = one.consume(key, { cost: cost as number })
      await expect(call).rejects.toSatisfy(isOptionsError)
      await expect(one.peek(key, { cost: cost as number })).rejects.toSatisfy(isOptionsError)
      await expect(one.wait(key, { cost: cost as number })).rejects.toSatisfy(isOptionsError)
    }
    expect(await one.consume(key, { cost: 0 })).toMatchObject({ allowed: true, remaining: 0 })
    expect(await one.consume(key, { cost: -0 })).toMatchObject({ allowed: true, remaining: 0 })
    expect(await one.consume(key)).toMatchObject({ allowed: false, remaining: 0 })
  })
})

describe.each(modes)('C038 %s', (_, policy) => {
  onBothStores('keeps what is left when too much is asked', async ({ limiter, key }) => {
    const one = limiter(policy)
    expect(await one.consume(key, { cost: 8 })).toMatchObject({ allowed: true, remaining: 2 })
    expect(await one.consume(key, { cost: 5 })).toMatchObject({ allowed: false, remaining: 2 })
    expect(await one.consume(key)).toMatchObject({ allowed: true, remaining: 1 })
  })
})

describe('C083', () => {
  onBothStores('a hundred calls at once are let in ten times by all modes together', async (subject) => {
    const limiter = subject.limiter(...everyMode(10, 3_600))
    const decisions = await Promise.all(Array.from({ length: 100 }, () => limiter.consume(subject.key)))
    const left = decisions.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)
    expect(left.sort((a, b) => b - a)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })
})
