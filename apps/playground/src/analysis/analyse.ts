import { type PolicySpec, toPolicy } from '../page/policy/spec.ts'
import { createEffect, type Effect } from './measure/effect.ts'
import { createProfile, type Profile } from './measure/profile.ts'
import { candidatesOf } from './propose/candidates.ts'
import { createNeeds, type Needs } from './propose/needs.ts'

/** How clients behave, what a policy does to them, and what they would need. */
export interface Analysis {
  readonly profile: Profile
  readonly effect: Effect
  readonly needs: readonly Needs[]
}

/**
 * Analyses requests while they pass, in the order of times. It keeps some numbers for each client and nothing of
 * each request; but a sliding window log keeps its entries of one window.
 * @throws OptionsError when the policy is none.
 */
export function createAnalysis(spec: PolicySpec): {
  add(time: number, client: number): void
  analysis(): Analysis
} {
  const profile = createProfile()
  const effect = createEffect(toPolicy(spec))
  const needs = candidatesOf(spec).map(createNeeds)
  return {
    add(time, client) {
      profile.add(time, client)
      effect.add(time, client)
      for (const meter of needs) meter.add(time, client)
    },
    analysis: () => ({
      profile: profile.profile(),
      effect: effect.effect(),
      needs: needs.map((meter) => meter.needs()),
    }),
  }
}
