import fc from 'fast-check'
import { LATEST } from './amounts.ts'
import { type Deed, histories, steps } from './history.ts'
import { expectAlike, law, play, tellingCosts } from './law.ts'
import { createRun, type Run } from './run.ts'
import { expectIs, expectSame } from './same.ts'
import type { AlgorithmSubject } from './subject.ts'

const BEFORE: Deed[] = ['consume', 'peek', 'wait', 'back', 'refund', 'reset']
const AFTER: Deed[] = ['consume', 'peek', 'wait']

/** Charges the key at least a unit, as soon as that is allowed; gives when it is as good as new again. */
export async function chargeNow(run: Run, cost: number): Promise<number> {
  const units = Math.max(1, Math.min(cost, run.policy.quota.units))
  run.now += (await run.peek(units)).retryAfterMs
  const { allowed, resetAfterMs } = await run.consume(units)
  expectIs(allowed, true)
  return run.now + resetAfterMs
}

export function describeForgetting({ policies }: AlgorithmSubject): void {
  law(
    'law 4: after resetAfterMs old state and no state decide alike',
    fc.record({
      history: histories(policies, BEFORE),
      cost: fc.nat({ max: 12 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      after: steps(AFTER, 12),
    }),
    async ({ history, cost, share, after }) => {
      const run = createRun(history)
      await play(run, history.steps)
      const newAt = await chargeNow(run, cost)
      if (newAt > LATEST) return
      for (const time of [run.now + Math.floor((newAt - run.now) * share), newAt - 1]) {
        run.now = Math.max(run.now, time)
        expectIs((await run.peek(0)).resetAfterMs, newAt - run.now)
      }
      run.now = newAt
      await expectAlike(run, await tellingCosts(run), ['main', 'fresh'])
      await play(run, after, async (call, verdict) => {
        if (call.do === 'consume') expectSame(await run.make(call, 'fresh'), verdict)
        await expectAlike(run, await tellingCosts(run), ['main', 'fresh'])
      })
    },
  )
}
