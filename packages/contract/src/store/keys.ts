import { fixedWindow } from '@rl/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyKind } from '../every-kind.ts'
import { NASTY, nasty } from './nasty.ts'
import { type Bench, chargesOf } from './subject.ts'

export function describeKeys(bench: Bench): void {
  let runs = 0
  // Keys cannot be made fresh here, so the policy's name is.
  const freshPolicy = (limit: number) =>
    fixedWindow({ name: `${bench.freshKey()}:${++runs}`, limit, window: '1h' })

  /** Charges each key twice, all at once, and answers what was left the second time. */
  async function chargeTwice(
    keys: readonly string[],
    policy = freshPolicy(10),
  ): Promise<(number | undefined)[]> {
    const charge = (key: string) => bench.store.consume(chargesOf([policy], key, 3))
    await Promise.all(keys.map(charge))
    const outcomes = await Promise.all(keys.map(charge))
    return outcomes.map(({ verdicts }) => verdicts[0]?.remaining)
  }

  const eachOnItsOwn = (keys: readonly string[]) => keys.map(() => 4)

  describe('a key', () => {
    it('can be any text, and has a count of its own', async () => {
      expect(await chargeTwice(NASTY)).toEqual(eachOnItsOwn(NASTY))
    })

    it('never shares the count of another', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(nasty, { minLength: 2, maxLength: 24 }), async (keys) => {
          expect(await chargeTwice(keys)).toEqual(eachOnItsOwn(keys))
        }),
        { numRuns: 40 },
      )
    })

    it('C060 can be of any length', async () => {
      const mebi = 'a'.repeat(2 ** 20)
      const emoji = '\u{1f600}'.repeat(60)
      const keys = [
        mebi,
        `${mebi}b`,
        `${mebi.slice(1)}b`,
        `b${mebi.slice(1)}`,
        emoji,
        `${emoji}a`,
        `${emoji}\ud83d`,
      ]
      for (const length of [42, 43, 127, 128, 129]) keys.push('\u00e9'.repeat(length), 'x'.repeat(length))
      expect(await chargeTwice(keys)).toEqual(eachOnItsOwn(keys))
    })

    it('C061 that every object has does nothing to objects', async () => {
      const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
      const before = Object.getOwnPropertyNames(Object.prototype)
      for (const policy of [freshPolicy(2), fixedWindow({ name: '__proto__', limit: 2, window: '1h' })]) {
        for (const name of names) {
          const allowed = []
          for (let call = 0; call < 3; call++) {
            const { verdicts } = await bench.store.consume(chargesOf([policy], name))
            allowed.push(verdicts[0]?.allowed)
          }
          expect(allowed).toEqual([true, true, false])
          await bench.store.reset(chargesOf([policy], name))
        }
      }
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
      expect(String({})).toBe('[object Object]')
    })
  })

  describe('a policy', () => {
    it('never shares the count of another name, whatever the name is', async () => {
      const wellFormed = NASTY.filter((name) => name !== '' && !/\p{Surrogate}/u.test(name))
      const key = bench.freshKey()
      const policies = wellFormed.map((name) => fixedWindow({ name, limit: 10, window: '1h' }))
      const charge = () =>
        Promise.all(policies.map((policy) => bench.store.consume(chargesOf([policy], key, 3))))
      await charge()
      expect((await charge()).map(({ verdicts }) => verdicts[0]?.remaining)).toEqual(
        eachOnItsOwn(policies.map(({ name }) => name)),
      )
    })

    it('C051 never shares the count of another algorithm under its name', async () => {
      const key = bench.freshKey()
      const name = bench.freshKey()
      for (const policy of everyKind(10).map((each) => ({ ...each, name }))) {
        const { verdicts } = await bench.store.consume(chargesOf([policy], key))
        expect(verdicts[0]).toMatchObject({ allowed: true, remaining: 9 })
      }
    })
  })

  it('C001 a window that is used at its very edge starts anew, a thousand times', async () => {
    const policy = fixedWindow({ limit: 10, window: '10s' })
    const key = bench.freshKey()
    for (let call = 0; call < 1_000; call++) {
      const { verdicts } = await bench.store.consume(chargesOf([policy], key))
      expect(verdicts[0]).toEqual({ allowed: true, remaining: 9, retryAfterMs: 0, resetAfterMs: 10_000 })
      bench.now += 10_000
    }
  })
}
