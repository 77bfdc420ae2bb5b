import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isStoreError, StoreError, tokenBucket } from '../src/index.ts'
import { fateOf, gate, waitSubject } from './wait-subject.ts'

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const oneASecond = () => waitSubject(tokenBucket({ capacity: 1, refillRate: 1 }))
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('wait, aborted', () => {
  it('before it starts: rejects with the reason of the signal and asks nobody', async () => {
    const { limiter, store } = oneASecond()
    const reason = { any: 'thing' }
    await expect(limiter.wait('k', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(store.asked).toBe(0)
  })

  it('in its sleep: rejects at once, and the next is asked for', async () => {
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const controller = new AbortController()
    const first = fateOf(limiter.wait('k', { signal: controller.signal }))
    const second = fateOf(limiter.wait('k'))
    await pass(500)
    controller.abort('enough')
    await pass(0)
    expect(first).toMatchObject({ state: 'rejected', reason: 'enough' })
    expect(store.asked).toBe(3)
    expect(vi.getTimerCount()).toBe(1)
    await pass(550)
    expect(second.state).toBe('resolved')
    expect(store.refunded).toBe(0)
    expect(await limiter.peek('k', { cost: 0 })).toMatchObject({ remaining: 0 })
  })

  it('behind others: rejects at once and disturbs nobody', async () => {
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const controller = new AbortController()
    const first = fateOf(limiter.wait('k'))
    const second = fateOf(limiter.wait('k', { signal: controller.signal }))
    const third = fateOf(limiter.wait('k'))
    await pass(500)
    controller.abort()
    await pass(0)
    expect([first.state, second.state, third.state]).toEqual(['waits', 'rejected', 'waits'])
    expect(second.reason).toMatchObject({ name: 'AbortError' })
    expect(store.asked).toBe(2)
    await pass(2_000)
    expect([first.state, third.state]).toEqual(['resolved', 'resolved'])
  })

  it('while a question is on its way: rejects after what it charged is taken back', async () => {
    const { limiter, store } = oneASecond()
    const { passed, open } = gate()
    store.hold = () => passed
    const controller = new AbortController()
    const fate = fateOf(limiter.wait('k', { signal: controller.signal }))
    await pass(10)
    controller.abort('enough')
    await pass(10)
    expect(fate.state).toBe('waits')
    expect(store.refunded).toBe(0)
    open()
    await pass(0)
    expect(fate).toMatchObject({ state: 'rejected', reason: 'enough' })
    expect(store.refunded).toBe(1)
    expect(await limiter.peek('k')).toMatchObject({ allowed: true, resetAfterMs: 1_000 })
  })

  it('while a question is on its way that is denied: rejects, and nothing is taken back', async () => {
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const { passed, open } = gate()
    store.hold = () => passed
    const controller = new AbortController()
    const fate = fateOf(limiter.wait('k', { signal: controller.signal }))
    await pass(10)
    controller.abort('enough')
    open()
    await pass(0)
    expect(fate).toMatchObject({ state: 'rejected', reason: 'enough' })
    expect(store.refunded).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('all by one signal: nobody rejects before the charge on its way is taken back', async () => {
    const { limiter, store } = waitSubject(tokenBucket({ capacity: 10, refillRate: 1 }))
    const { passed, open } = gate()
    store.hold = () => passed
    const controller = new AbortController()
    const [first, ...others] = Array.from({ length: 5 }, () =>
      fateOf(limiter.wait('k', { signal: controller.signal })),
    )
    await pass(10)
    controller.abort('enough')
    await pass(0)
    expect(first?.state).toBe('waits')
    expect(others.map(({ state }) => state)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
    open()
    await pass(0)
    expect(first).toMatchObject({ state: 'rejected', reason: 'enough' })
    expect(store).toMatchObject({ asked: 1, refunded: 1 })
    expect(await limiter.peek('k', { cost: 0 })).toMatchObject({ remaining: 10 })
  })

  it('while the store fails: rejects with the reason of the signal, the others with the StoreError', async () => {
    const { limiter, store } = oneASecond()
    const { passed, open } = gate()
    store.hold = async () => {
      await passed
      throw new StoreError('away')
    }
    const controller = new AbortController()
    const first = fateOf(limiter.wait('k', { signal: controller.signal }))
    const second = fateOf(limiter.wait('k'))
    await pass(0)
    controller.abort('enough')
    open()
    await pass(0)
    expect(first.reason).toBe('enough')
    expect(second.reason).toSatisfy(isStoreError)
  })

  it('while nothing can be taken back: rejects all the same, and the next is served', async () => {
    const { limiter, store } = waitSubject(tokenBucket({ capacity: 10, refillRate: 1 }))
    const { passed, open } = gate()
    store.hold = () => passed
    store.refund = async () => {
      throw new StoreError('away')
    }
    const controller = new AbortController()
    const first = fateOf(limiter.wait('k', { signal: controller.signal }))
    const second = fateOf(limiter.wait('k'))
    await pass(0)
    controller.abort('enough')
    open()
    await pass(0)
    expect(first.reason).toBe('enough')
    expect(second.state).toBe('resolved')
  })

  it('after it resolved: changes nothing', async () => {
    const { limiter, store } = oneASecond()
    const controller = new AbortController()
    await limiter.wait('k', { signal: controller.signal })
    controller.abort()
    await pass(0)
    expect(store.refunded).toBe(0)
  })
})

describe('wait leaves nothing behind', () => {
  it('puts one listener on a signal however many wait, and takes it off with the last', async () => {
    const { limiter } = oneASecond()
    const controller = new AbortController()
    const { signal } = controller
    const fates = ['a', 'a', 'a', 'b'].map((key) => fateOf(limiter.wait(key, { signal })))
    const late = fateOf(limiter.wait('a', { signal, maxWait: '10ms' }))
    await pass(0)
    expect(late.state).toBe('rejected')
    expect(listeners(signal)).toBe(1)
    await pass(1_100)
    expect(listeners(signal)).toBe(1)
    await pass(1_100)
    expect(fates.every(({ state }) => state === 'resolved')).toBe(true)
    expect(listeners(signal)).toBe(0)
    const again = fateOf(limiter.wait('a', { signal }))
    await pass(0)
    expect(listeners(signal)).toBe(1)
    controller.abort('enough')
    await pass(0)
    expect(again.reason).toBe('enough')
    expect(listeners(signal)).toBe(0)
  })

  it.each(['resolved', 'aborted', 'too late', 'without a store'])('serves a key again: %s', async (how) => {
    const { limiter, store } = oneASecond()
    await limiter.consume('k')
    const controller = new AbortController()
    const fate = fateOf(
      limiter.wait('k', { signal: controller.signal, maxWait: how === 'too late' ? '1ms' : '1h' }),
    )
    await pass(0)
    if (how === 'aborted') controller.abort()
    if (how === 'without a store') {
      store.hold = async () => {
        throw new StoreError('away')
      }
    }
    await pass(1_100)
    expect(fate.state).toBe(how === 'resolved' ? 'resolved' : 'rejected')
    expect(vi.getTimerCount()).toBe(0)
    expect(listeners(controller.signal)).toBe(0)
    store.hold = async () => {}
    const again = fateOf(limiter.wait('k'))
    await pass(1_100)
    expect(again.state).toBe('resolved')
    expect(vi.getTimerCount()).toBe(0)
  })
})
