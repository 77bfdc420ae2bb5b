import type { Policy, Verdict } from '@rl/core'
import { expect } from 'vitest'

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)

/** What every verdict is in itself: law 6, and the bound of every wait, which no broken clock may raise. */
const RULES = Object.entries<(verdict: Verdict, policy: Policy, cost: number) => boolean>({
  'allowed is true or false': ({ allowed }) => typeof allowed === 'boolean',
  'remaining is a whole number up to the capacity': ({ remaining }, { quota }) =>
    isWhole(remaining) && remaining <= quota.units,
  // The longest ordinary wait (the counter's is two windows), and the one window that a stored time may be ahead.
  'resetAfterMs is a whole number, of three windows at most': ({ resetAfterMs }, { quota }) =>
    isWhole(resetAfterMs) && resetAfterMs <= 3 * quota.windowMs,
  'retryAfterMs is a whole number, of three windows at most, or infinite': ({ retryAfterMs }, { quota }) =>
    retryAfterMs === Number.POSITIVE_INFINITY ||
    (isWhole(retryAfterMs) && retryAfterMs <= 3 * quota.windowMs),
  'what is allowed is not retried, and what is denied is': ({ allowed, retryAfterMs }) =>
    allowed === (retryAfterMs === 0),
  'more than the capacity, and nothing else, is never allowed': ({ retryAfterMs }, { quota }, cost) =>
    cost > quota.units === (retryAfterMs === Number.POSITIVE_INFINITY),
  'a cost of 0 is allowed': ({ allowed }, _, cost) => allowed || cost > 0,
  'of a key that is as good as new all can be spent': ({ remaining, resetAfterMs }, { quota }) =>
    resetAfterMs > 0 || remaining === quota.units,
})

export function expectSound(verdict: Verdict, policy: Policy, cost: number): void {
  for (const [rule, holds] of RULES) {
    if (holds(verdict, policy, cost)) continue
    expect.fail(`expected that ${rule}: ${JSON.stringify({ verdict, cost, numbers: policy.numbers })}`)
  }
}
