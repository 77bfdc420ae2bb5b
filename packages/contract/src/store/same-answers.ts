import {
  type Charge,
  fixedWindow,
  leakyBucket,
  memoryStore,
  type Policy,
  type Store,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '@rl/core'
import { expect, it } from 'vitest'
import { type Bench, chargesOf } from './subject.ts'

/** The same dice in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor(state / 2 ** 16) % sides
  }
}

const lively = (limit: number): Policy[] => [
  tokenBucket({ name: 'continuous', capacity: limit, refillRate: 7, refillInterval: '3s' }),
  tokenBucket({ name: 'interval', capacity: limit, refillRate: 3, refillInterval: '2s', refill: 'interval' }),
  fixedWindow({ name: 'window', limit, window: '5s' }),
  fixedWindow({ name: 'aligned', limit, window: '4s', anchor: 'clock' }),
  slidingWindowLog({ name: 'log', limit, window: '3s' }),
  slidingWindowCounter({ name: 'counter', limit, window: '2s' }),
  leakyBucket({ name: 'leaky', capacity: limit, leakRate: 5, leakInterval: '2s' }),
]

type Call = (store: Store) => Promise<unknown>

/** A script of calls, drawn by the dice; each remembers the last charge, to take it back. */
function drawCalls(keys: readonly string[], count: number): { call: Call; waitMs: number }[] {
  const roll = dice(42)
  const charged = new WeakMap<Store, { charges: Charge[]; at: number }>()

  const consume =
    (charges: Charge[]): Call =>
    async (store) => {
      const outcome = await store.consume(charges)
      charged.set(store, { charges, at: outcome.at })
      return outcome
    }
  const refund: Call = async (store) => {
    const last = charged.get(store)
    return last && store.refund(last.charges, last.at)
  }

  function draw(policies: Policy[]): Call {
    const few = roll(3) === 0 ? [policies[roll(policies.length)]!] : policies
    const charges = chargesOf(few, keys[roll(keys.length)]!, roll(5))
    const what = roll(20)
    if (what === 0) return (store) => store.reset(charges)
    if (what < 4) return refund
    return what < 7 ? (store) => store.consume(charges, { dry: true }) : consume(charges)
  }

  return Array.from({ length: count }, (_, step) => ({
    call: draw(lively(step < 0.6 * count ? 12 : 7)),
    waitMs: [roll(40), roll(40), roll(3_000), roll(40) - 20][roll(4)]!,
  }))
}

export function describeSameAnswers(bench: Bench): void {
  it('C082 gives the same answers as the memory store to 200 mixed calls', async () => {
    const reference = memoryStore({ clock: () => bench.now })
    for (const { call, waitMs } of drawCalls([bench.freshKey(), bench.freshKey()], 200)) {
      expect(await call(bench.store)).toEqual(await call(reference))
      bench.now += waitMs
    }
  })

  it('C082 starts each key’s window with its own first request', async () => {
    const policy = fixedWindow({ limit: 5, window: '3m' })
    const [early, late] = [bench.freshKey(), bench.freshKey()]
    const consume = async (key: string, cost = 1) =>
      (await bench.store.consume(chargesOf([policy], key, cost))).verdicts[0]!
    const start = bench.now
    expect(await consume(early)).toMatchObject({ allowed: true, remaining: 4 })
    bench.now = start + 100_000
    for (let left = 4; left >= 0; left--) expect((await consume(late)).remaining).toBe(left)
    bench.now = start + 180_001
    expect(await consume(late)).toMatchObject({ allowed: false, retryAfterMs: 99_999 })
    expect(await consume(early)).toMatchObject({ allowed: true, remaining: 4 })
    bench.now = start + 280_000
    expect(await consume(late)).toMatchObject({ allowed: true, remaining: 4 })
  })
}
