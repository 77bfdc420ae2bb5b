import { type Decision, isTighter } from '../decision.ts'
import type { Policy, Verdict } from '../policy.ts'

/** The forms that the fields `RateLimit` and `RateLimit-Policy` had, by the number of the IETF draft. */
export type Draft = 6 | 7 | 8 | 9 | 10 | 11

/** What a guard's headers say, and how. */
export interface HeaderPlan {
  readonly draft: Draft | false
  readonly legacy: 'epoch' | 'delta' | false
  /** Waits are told up to this much longer, so that clients do not come back all at once. */
  readonly jitterMs: number
  /** Makes the parameter `pk` of a key. */
  readonly partition?: ((key: string) => Promise<string>) | undefined
}

/** A decision as it will be told to the client. */
export interface Announcement {
  readonly decision: Decision
  readonly plan: HeaderPlan
  /** The parameter `pk` with its separator, or nothing. */
  readonly pk: string
  /** Drawn once, so that all fields of one response agree. */
  readonly jitterMs: number
}

/** One policy of a decision, with what it said. */
export type Told = Verdict & { readonly policy: Policy }

export const seconds = (ms: number): number => Math.ceil(ms / 1_000)

/** Whole seconds to wait before this policy allows the same again; `Infinity` if it never will. */
export const waitOf = ({ retryAfterMs }: Verdict, { jitterMs }: Announcement): number =>
  Math.max(1, seconds(retryAfterMs + jitterMs))

/** The policy that binds over all guards of a request, with its decision: a denying one with the longest wait, else the one with the least left. */
export function bindingOf(all: readonly Announcement[]): [Told, Announcement] | undefined {
  let bound: [Told, Announcement] | undefined
  for (const announcement of all) {
    for (const told of announcement.decision.policies) {
      if (bound === undefined || isTighter(told, bound[0])) bound = [told, announcement]
    }
  }
  return bound
}

/** Seconds for `Retry-After`: the longest wait of a policy that denies, or none where waiting does not help. */
export function retryAfterOf(all: readonly Announcement[]): number | undefined {
  let longest = 0
  for (const announcement of all) {
    for (const told of announcement.decision.policies) {
      if (!told.allowed) longest = Math.max(longest, waitOf(told, announcement))
    }
  }
  return longest > 0 && longest < Number.POSITIVE_INFINITY ? longest : undefined
}
