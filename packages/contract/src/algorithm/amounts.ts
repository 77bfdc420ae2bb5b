import type { Policy, Verdict } from '@rl/core'
import type { Amount, Pause } from './history.ts'

const inTwelfths = (whole: number, twelfths: number): number =>
  Math.floor(whole / 12) * twelfths + Math.floor(((whole % 12) * twelfths) / 12)

/** The units that an amount means for a policy, of which so many can be spent now. */
export function unitsOf(amount: Amount, { quota }: Policy, remaining: number): number {
  if ('units' in amount) return amount.units
  if ('twelfths' in amount) return Math.min(Number.MAX_SAFE_INTEGER, inTwelfths(quota.units, amount.twelfths))
  return Math.max(0, remaining + amount.left)
}

/** The time that a pause means for a policy, after its last verdict. */
export function msOf(pause: Pause, { quota }: Policy, last: Verdict): number {
  if ('ms' in pause) return pause.ms
  if ('twelfths' in pause) return inTwelfths(quota.windowMs, pause.twelfths)
  const named = 'retry' in pause ? last.retryAfterMs + pause.retry : last.resetAfterMs + pause.reset
  return Number.isFinite(named) ? Math.max(0, named) : 0
}

/** The verdict before any was given. */
export const NONE: Verdict = { allowed: true, remaining: 0, retryAfterMs: 0, resetAfterMs: 0 }

/** No clock stands later: sums of such times and a few windows stay whole. */
export const LATEST: number = 2 ** 51
