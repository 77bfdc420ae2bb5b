import { isOptionsError, type Policy } from '@rl/core'
import fc from 'fast-check'
import { boundOf, type Event, expectBounded, note } from './bound.ts'
import { type Deed, histories, steps } from './history.ts'
import { law, play } from './law.ts'
import { createRun } from './run.ts'
import { expectAtMost } from './same.ts'
import type { AlgorithmSubject } from './subject.ts'

const STEADY: Deed[] = ['consume', 'wait', 'refund']

/** A share of a policy: less, under the same name. Nothing where the share has no whole numbers. */
function shareOf(policy: Policy, instances: number): Policy | undefined {
  try {
    return policy.divide(instances)
  } catch (error) {
    if (isOptionsError(error)) return undefined
    throw error
  }
}

export function describeNumbers(subject: AlgorithmSubject): void {
  law(
    'law 8: after a change of numbers no more passes than the new ones allow',
    fc.record({
      history: histories(subject.policies, [...STEADY, 'back', 'change']),
      after: steps(STEADY),
    }),
    async ({ history, after }) => {
      const run = createRun(history)
      await play(run, history.steps)
      const policy = history.policies.at(-1)!
      run.policy = policy
      run.charged.length = 0
      const events: Event[] = []
      await note(run, after, events)
      expectBounded(events, (from, to) => boundOf(subject, policy, events[to]!.time - events[from]!.time))
    },
  )

  law(
    'law 8: a lowered limit acts at once, and a raised one takes nothing and gives no more than it was raised by',
    fc.record({
      history: histories(subject.policies, ['consume', 'refund', 'change']),
      instances: fc.integer({ min: 2, max: 5 }),
    }),
    async ({ history, instances }) => {
      const [whole] = history.policies
      const share = shareOf(whole!, instances)
      if (!share) return
      const run = createRun({ ...history, policies: [whole!, share] })
      await play(run, history.steps, async (call) => {
        if (call.do !== 'consume') return
        const current = run.policy
        const { remaining } = await run.peek(0)
        run.policy = current === whole ? share : whole!
        const changed = await run.peek(0)
        const raised = run.policy.quota.units - current.quota.units
        expectAtMost(changed.remaining, remaining + Math.max(0, raised))
        if (raised >= 0) expectAtMost(remaining, changed.remaining)
        run.policy = current
      })
    },
  )
}
