import fc from 'fast-check'
import { LATEST } from './amounts.ts'
import { chargeNow } from './forgetting.ts'
import { type Deed, histories, steps } from './history.ts'
import { expectAlike, law, play, tellingCosts } from './law.ts'
import { createRun } from './run.ts'
import { expectAtMost, expectIs, expectSame } from './same.ts'
import type { AlgorithmSubject } from './subject.ts'

const STEADY: Deed[] = ['consume', 'peek', 'wait', 'refund', 'reset']
const share = fc.double({ min: 0, max: 1, noNaN: true })

export function describeClock({ policies }: AlgorithmSubject): void {
  law(
    'law 5: a clock that steps back neither refills nor drains',
    fc.record({
      history: histories(policies, STEADY),
      cost: fc.nat({ max: 12 }),
      calls: fc.array(fc.record({ share, cost: fc.nat({ max: 4 }) }), { minLength: 1, maxLength: 8 }),
    }),
    async ({ history, cost, calls }) => {
      const run = createRun(history)
      await play(run, history.steps)
      await chargeNow(run, cost)
      const { now: charged } = run
      let { remaining: left } = await run.peek(0)
      for (const call of calls) {
        run.now = Math.max(0, charged - Math.floor(run.policy.quota.windowMs * call.share))
        expectIs((await run.peek(0)).remaining, left)
        const verdict = await run.consume(call.cost)
        expectIs(verdict.allowed, call.cost <= left)
        if (verdict.allowed) left -= call.cost
        // Nothing comes in before the clock is again where the charge was made.
        else expectAtMost(charged + 1, run.now + verdict.retryAfterMs)
      }
    },
  )

  law(
    'law 5: a stored time of a broken clock, further ahead than one window, counts for nothing',
    fc.record({
      history: histories(policies, [...STEADY, 'back']),
      cost: fc.nat({ max: 12 }),
      lead: share,
      after: steps(['consume', 'peek', 'wait'], 12),
    }),
    async ({ history, cost, lead, after }) => {
      const { windowMs } = history.policies[0]!.quota
      // Stored times may be up to a window older than the charge.
      const furthest = 2 * windowMs + 1
      const run = createRun({ ...history, start: history.start + furthest + Math.floor(lead * 5 * windowMs) })
      if (run.now > LATEST) return
      await play(run, history.steps)
      await chargeNow(run, cost)
      if (run.now < furthest) return
      run.now = Math.floor(lead * (run.now - furthest))
      await expectAlike(run, await tellingCosts(run), ['main', 'fresh'])
      await run.consume(1, 'fresh')
      expectIs((await run.consume(1)).allowed, true)
      await play(run, after, async (call, verdict) => {
        if (call.do === 'consume') expectSame(await run.make(call, 'fresh'), verdict)
        await expectAlike(run, await tellingCosts(run), ['main', 'fresh'])
      })
    },
  )
}
