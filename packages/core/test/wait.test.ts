import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixedWindow, isOptionsError, isStoreError, StoreError, tokenBucket } from '../src/index.ts'
import { fateOf, waitSubject } from './wait-subject.ts'

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const oneASecond = () => waitSubject(tokenBucket({ capacity: 1, refillRate: 1 }))

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('wait', () => {
  it('resolves at once with the decision when the charge is allowed', async () => {
    const { limiter, store } = waitSubject(tokenBucket({ capacity: 10, refillRate: 1 }))
    const decision = await limiter.wait('k', { cost: 4 })
    expect(decision).toMatchObject({ allowed: true, remaining: 6, retryAfterMs: 0 })
    expect(store.asked).toBe(1)
    expect(await limiter.refund(decision)).toBe(true)
    expect(await limiter.peek('k')).toMatchObject({ remaining: 9 })
  })

  it.each([
    [0, 1_000],
    [0.999, 1_050],
  ])('sleeps until the truth of retryAfterMs, and with jitter %s until %s ms', async (random, ms) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const fate = fateOf(limiter.wait('k'))
    await pass(ms - 1)
    expect(fate.state).toBe('waits')
    await pass(1)
    expect(fate).toMatchObject({ state: 'resolved', value: { allowed: true, remaining: 0 } })
    expect(store.asked).toBe(3)
  })

  it('asks again when somebody else was faster', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { limiter } = oneASecond()
    await limiter.consume('k')
    const fate = fateOf(limiter.wait('k'))
    await pass(500)
    await limiter.reset('k')
    await limiter.consume('k')
    await pass(999)
    expect(fate.state).toBe('waits')
    await pass(1)
    expect(fate.state).toBe('resolved')
  })

  it('takes a cost for each policy', async () => {
    const { limiter } = waitSubject(
      tokenBucket({ name: 'requests', capacity: 10, refillRate: 1 }),
      tokenBucket({ name: 'tokens', capacity: 100, refillRate: 10 }),
    )
    const { policies } = await limiter.wait('k', { cost: { tokens: 84 } })
    expect(policies.map(({ remaining }) => remaining)).toEqual([9, 16])
    const fate = fateOf(limiter.wait('k', { cost: { tokens: 36 } }))
    await pass(1_999)
    expect(fate.state).toBe('waits')
    await pass(51)
    expect(fate.state).toBe('resolved')
  })

  it('rejects a cost that can never fit, and asks nobody', async () => {
    const { limiter, store } = waitSubject(
      fixedWindow({ name: 'a', limit: 10, window: '1s' }),
      fixedWindow({ name: 'b', limit: 5, window: '1s' }),
    )
    const reason = await limiter.wait('k', { cost: 6 }).catch((error: unknown) => error)
    expect(reason).toSatisfy(isOptionsError)
    expect((reason as Error).message).toContain('"b"')
    expect(await limiter.wait('k', { cost: { a: 10, b: 5 } })).toMatchObject({ allowed: true })
    expect(store.asked).toBe(1)
  })

  it('rejects when a store of one’s own says never', async () => {
    const { limiter, store } = oneASecond()
    const verdict = { allowed: false, remaining: 0, retryAfterMs: Infinity, resetAfterMs: 0 }
    store.consume = async () => ({ verdicts: [verdict], at: 0 })
    await expect(limiter.wait('k')).rejects.toSatisfy(isOptionsError)
  })

  it('charges what the cost was when it was asked for', async () => {
    const { limiter } = waitSubject(tokenBucket({ name: 'units', capacity: 10, refillRate: 10 }))
    await limiter.consume('k', { cost: 10 })
    const cost = { units: 2 }
    const fate = fateOf(limiter.wait('k', { cost }))
    cost.units = 9
    await pass(300)
    expect(fate.state).toBe('resolved')
  })

  it('rejects nobody but the one at whom a store throws what is no StoreError', async () => {
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const fates = [fateOf(limiter.wait('k')), fateOf(limiter.wait('k'))]
    store.hold = async () => {
      store.hold = async () => {}
      throw new RangeError('odd')
    }
    await pass(2_000)
    expect(fates[0]?.reason).toMatchObject({ message: 'odd' })
    expect(fates[1]?.state).toBe('resolved')
  })

  it.each([
    ['an unknown option', { max: '1s' }, 'max'],
    ['a bare number', { maxWait: 1_000 }, 'maxWait'],
    ['a negative cost', { cost: -1 }, 'cost'],
    ['an unknown policy', { cost: { other: 1 } }, 'other'],
    ['a signal that is none', { signal: {} }, 'signal'],
    ['no signal', { signal: null }, 'signal'],
  ])('rejects %s with an OptionsError that names it', async (_, options, name) => {
    const { limiter, store } = oneASecond()
    const reason = await limiter.wait('k', options as object).catch((error: unknown) => error)
    expect(reason).toSatisfy(isOptionsError)
    expect((reason as Error).message).toContain(name)
    expect(store.asked).toBe(0)
  })

  it('rejects all who wait for a key when the store cannot decide, and starts afresh', async () => {
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const fates = [1, 2, 3].map(() => fateOf(limiter.wait('k')))
    const other = fateOf(limiter.wait('other'))
    await pass(500)
    store.hold = async () => {
      throw new StoreError('away')
    }
    await pass(600)
    for (const fate of fates) expect(fate.reason).toSatisfy(isStoreError)
    expect(store.asked).toBe(4)
    expect(other.state).toBe('resolved')
    store.hold = async () => {}
    await pass(1_000)
    expect(await limiter.wait('k')).toMatchObject({ allowed: true })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('lets a cost of nothing through', async () => {
    const { limiter } = oneASecond()
    await limiter.consume('k')
    expect(await limiter.wait('k', { cost: 0 })).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('outlives the longest timer', async () => {
    const slept = vi.spyOn(globalThis, 'setTimeout')
    const { limiter, store } = waitSubject(fixedWindow({ limit: 1, window: '60d' }))
    await limiter.consume('k')
    const fate = fateOf(limiter.wait('k', { maxWait: '60d' }))
    const hurried = fateOf(limiter.wait('k', { maxWait: '30d' }))
    await pass(0)
    expect(hurried.reason).toMatchObject({ name: 'TimeoutError' })
    await pass(60 * 86_400_000 - 1)
    expect(fate.state).toBe('waits')
    await pass(51)
    expect(fate.state).toBe('resolved')
    expect(store.asked).toBe(5)
    for (const [, ms] of slept.mock.calls) expect(ms).toBeLessThanOrEqual(2 ** 31 - 1)
  })
})

describe('wait with maxWait', () => {
  it('rejects at once when the next try would be too late, and has charged nothing', async () => {
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const fate = fateOf(limiter.wait('k', { maxWait: '999ms' }))
    await pass(0)
    expect(fate.reason).toBeInstanceOf(DOMException)
    expect(fate.reason).toMatchObject({ name: 'TimeoutError', message: expect.stringContaining('1000 ms') })
    expect(store.asked).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
    await pass(1_000)
    expect(await limiter.peek('k', { cost: 0 })).toMatchObject({ remaining: 1 })
  })

  it('holds to the last millisecond, jitter or not', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const { limiter } = oneASecond()
    await limiter.consume('k')
    const fate = fateOf(limiter.wait('k', { maxWait: '1s' }))
    await pass(1_050)
    expect(fate.state).toBe('resolved')
  })

  it('rejects who joins behind one whose next try is too late already, without a question', async () => {
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const patient = fateOf(limiter.wait('k'))
    await pass(100)
    const asked = store.asked
    const hurried = fateOf(limiter.wait('k', { maxWait: '899ms' }))
    const enough = fateOf(limiter.wait('k', { maxWait: '3s' }))
    await pass(0)
    expect([hurried.state, enough.state, patient.state]).toEqual(['rejected', 'waits', 'waits'])
    expect(store.asked).toBe(asked)
    await pass(2_100)
    expect([enough.state, patient.state]).toEqual(['resolved', 'resolved'])
  })

  it('rejects those for whom it became too late behind others', async () => {
    const { limiter } = oneASecond()
    const fates = Array.from({ length: 5 }, () => fateOf(limiter.wait('k', { maxWait: '2500ms' })))
    await pass(2_150)
    expect(fates.map(({ state }) => state)).toEqual([
      'resolved',
      'resolved',
      'resolved',
      'rejected',
      'rejected',
    ])
  })

  it('judges nobody by the next try of one who left', async () => {
    const { limiter } = waitSubject(tokenBucket({ capacity: 100, refillRate: 1 }))
    await limiter.consume('k', { cost: 95 })
    const controller = new AbortController()
    const tooLarge = fateOf(limiter.wait('k', { cost: 100, maxWait: '10s' }))
    const small = fateOf(limiter.wait('k', { maxWait: '10s' }))
    await pass(0)
    expect([tooLarge.state, small.state]).toEqual(['rejected', 'resolved'])
    const large = fateOf(limiter.wait('k', { cost: 100, signal: controller.signal }))
    await pass(0)
    controller.abort()
    const next = fateOf(limiter.wait('k', { maxWait: '10s' }))
    await pass(0)
    expect([large.state, next.state]).toEqual(['rejected', 'resolved'])
  })

  it('rejects who comes to be first after the time is over', async () => {
    const { limiter, store } = waitSubject(tokenBucket({ capacity: 10, refillRate: 1 }))
    store.hold = () => new Promise((resolve) => setTimeout(resolve, 100))
    const fates = Array.from({ length: 5 }, () => fateOf(limiter.wait('k', { maxWait: '250ms' })))
    await pass(500)
    expect(fates.map(({ state }) => state)).toEqual([
      'resolved',
      'resolved',
      'resolved',
      'rejected',
      'rejected',
    ])
    expect(await limiter.peek('k', { cost: 0 })).toMatchObject({ remaining: 7 })
  })
})
