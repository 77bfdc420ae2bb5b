import { describe, expect, it } from 'vitest'
import { onBothStores, type Subject } from '../../../test/cases/subject.ts'
import { type FixedWindowOptions, fixedWindow, isOptionsError } from '../../index.ts'

const ANCHORS = ['first-request', 'clock'] as const

/** Asks a fixed window at a time for some units. */
function window(subject: Subject, options: FixedWindowOptions) {
  const limiter = subject.limiter(fixedWindow(options))
  return async (ms: number, cost = 1): Promise<readonly [boolean, number, number]> => {
    subject.at(ms)
    const { allowed, remaining, retryAfterMs } = await limiter.consume(subject.key, { cost })
    return [allowed, remaining, retryAfterMs]
  }
}

describe.each(ANCHORS)('a window anchored at the %s', (anchor) => {
  onBothStores('C017 counts a call of an earlier time in the window that began', async (subject) => {
    const ask = window(subject, { limit: 10, window: '60s', anchor })
    expect(await ask(60_000)).toEqual([true, 9, 0])
    expect(await ask(59_999.5)).toEqual([true, 8, 0])
  })

  onBothStores('C026 never admits more than its limit at once, and takes nothing', async (subject) => {
    const ask = window(subject, { limit: 5, window: '60s', anchor })
    expect(await ask(0, 6)).toEqual([false, 5, Number.POSITIVE_INFINITY])
    expect((await subject.lives()).size).toBe(0)
    expect(await ask(0)).toEqual([true, 4, 0])
  })

  onBothStores('C029 a cost below 0, or none, gives nothing back', async (subject) => {
    const limiter = subject.limiter(fixedWindow({ limit: 10, window: '60s', anchor }))
    await limiter.consume(subject.key, { cost: 10 })
    for (const cost of [-5, Number.NEGATIVE_INFINITY, Number.NaN, 0.5]) {
      expect(await limiter.consume(subject.key, { cost }).catch((error: unknown) => error)).toSatisfy(
        isOptionsError,
      )
    }
    expect(await limiter.consume(subject.key, { cost: 0 })).toMatchObject({ allowed: true, remaining: 0 })
    expect(await limiter.consume(subject.key)).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfterMs: 60_000,
    })
  })

  onBothStores('C030 counts in whole numbers, however large', async (subject) => {
    const limiter = subject.limiter(fixedWindow({ limit: 999_999_999_999_999, window: '60s', anchor }))
    const decision = await limiter.consume(subject.key)
    expect(decision).toMatchObject({ allowed: true, remaining: 999_999_999_999_998 })
    expect(decision.policies[0]!.policy.quota.units).toBe(999_999_999_999_999)
    expect(await limiter.consume(subject.key, { cost: 1e21 }).catch((error: unknown) => error)).toSatisfy(
      isOptionsError,
    )
    expect(() => fixedWindow({ limit: 9_007_199_254_740_992, window: '60s' })).toThrow('`limit`')
  })

  onBothStores('C038 what is too much now takes nothing', async (subject) => {
    const ask = window(subject, { limit: 10, window: '60s', anchor })
    expect(await ask(0, 8)).toEqual([true, 2, 0])
    expect(await ask(0, 5)).toEqual([false, 2, 60_000])
    expect(await ask(0)).toEqual([true, 1, 0])
  })

  onBothStores('C039 denied calls change neither the count nor the life', async (subject) => {
    const ask = window(subject, { limit: 2, window: '60s', anchor })
    const allowed: number[] = []
    let shortest = Number.POSITIVE_INFINITY
    for (let ms = 0; ms <= 120_000; ms += 10_000) {
      if ((await ask(ms))[0]) {
        allowed.push(ms)
        shortest = Number.POSITIVE_INFINITY
      }
      for (const life of (await subject.lives()).values()) {
        expect(life).toBeLessThanOrEqual(shortest)
        shortest = life
      }
    }
    expect(allowed).toEqual([0, 10_000, 60_000, 70_000, 120_000])
  })

  it.each([Number.NaN, Infinity, -Infinity, -1, 0, 0.5, '10', null, undefined])(
    'C028 refuses %s as its limit and as its window, by name',
    (wrong) => {
      const right = { limit: 10, window: '1s', anchor } as const
      const limit = { ...right, limit: wrong as number }
      const length = { ...right, window: wrong as '1s' }
      expect(() => fixedWindow(limit)).toThrow('Expected `limit` to be a positive whole number, got')
      expect(() => fixedWindow(length)).toThrow('Expected `window` to be a whole number with its unit')
    },
  )
})

describe('a window aligned to the clock', () => {
  onBothStores('C020 names one time of its end, whenever it is asked', async (subject) => {
    const limiter = subject.limiter(fixedWindow({ limit: 60, window: '1h', anchor: 'clock' }))
    for (const ms of [100_100, 100_900, 2_000_400, 3_599_999]) {
      subject.at(ms)
      const { at, resetAfterMs } = await limiter.consume(subject.key)
      expect(at + resetAfterMs).toBe(1_700_002_800_000)
    }
  })

  onBothStores('C049 admits twice its limit around the edge of two windows, as it says', async (subject) => {
    const ask = window(subject, { limit: 10, window: '60s', anchor: 'clock' })
    expect(await ask(59_900, 10)).toEqual([true, 0, 0])
    expect(await ask(60_000, 10)).toEqual([true, 0, 0])
    expect(await ask(60_000)).toEqual([false, 0, 60_000])
  })
})

describe('other numbers over a live window', () => {
  const of = (
    subject: Subject,
    limit: number,
    length: '10s' | '30s' | '60s',
    anchor: (typeof ANCHORS)[number],
  ) => window(subject, { name: 'p', limit, window: length, anchor })

  for (const anchor of ANCHORS) {
    onBothStores(`C050 a lowered limit acts at once: ${anchor}`, async (subject) => {
      await of(subject, 10, '60s', anchor)(0, 6)
      expect(await of(subject, 4, '60s', anchor)(0)).toEqual([false, 0, 60_000])
      expect(await of(subject, 4, '60s', anchor)(0, 0)).toEqual([true, 0, 0])
      expect(await of(subject, 20, '60s', anchor)(0)).toEqual([true, 13, 0])
    })

    onBothStores(`C050 what was used stays used in a longer window: ${anchor}`, async (subject) => {
      await of(subject, 10, '30s', anchor)(30_000, 6)
      expect(await of(subject, 10, '60s', anchor)(31_000)).toEqual([true, 3, 0])
    })

    onBothStores(`C050 a shorter window ends sooner: ${anchor}`, async (subject) => {
      await of(subject, 10, '60s', anchor)(60_000, 10)
      expect(await of(subject, 10, '10s', anchor)(69_999)).toEqual([false, 0, 1])
      expect(await of(subject, 10, '10s', anchor)(70_000)).toEqual([true, 9, 0])
    })
  }
})

describe('two windows together', () => {
  onBothStores('C041 neither is charged for what the other denies', async (subject) => {
    const limiter = subject.limiter(
      fixedWindow({ name: 'A', limit: 10, window: '60s' }),
      fixedWindow({ name: 'B', limit: 30, window: '30m' }),
    )
    const count = async (calls: number) => {
      let allowed = 0
      for (let call = 0; call < calls; call++) if ((await limiter.consume(subject.key)).allowed) allowed++
      return allowed
    }
    expect(await count(20)).toBe(10)
    subject.at(60_000)
    expect(await count(11)).toBe(10)
    expect((await limiter.peek(subject.key, { cost: 0 })).policies[1]).toMatchObject({ remaining: 10 })
  })
})
