import { policy, text, whole } from './fields.ts'
import type { PolicySpec } from './policy/spec.ts'
import { change, goTo, section } from './state.ts'

/** What is being decided on in this page: Live runs it, Code says it, Compare and Tune lead to it. */
export const configuration = section('live', {
  policy: policy(),
  key: text('user:123'),
  cost: whole(1, 0, 10_000),
  burst: whole(25, 1, 2_000),
  rate: whole(8, 1, 100),
})

/** Takes a policy that was found in Compare or Tune over to Live and to the code. */
export function takeOver(chosen: PolicySpec): void {
  change(configuration, { policy: chosen })
  goTo('live')
}
