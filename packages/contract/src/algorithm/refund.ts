import type { Verdict } from '@rl/core'
import fc from 'fast-check'
import { LATEST } from './amounts.ts'
import { chargeNow } from './forgetting.ts'
import { type Deed, histories, steps } from './history.ts'
import { expectAlike, law, lawOfEveryStep, play, tellingCosts } from './law.ts'
import { createRun } from './run.ts'
import { expectAtMost, expectIs, expectSame } from './same.ts'
import type { AlgorithmSubject } from './subject.ts'

const STEADY: Deed[] = ['consume', 'peek', 'wait', 'refund', 'reset']
const PAST: Deed[] = [...STEADY, 'back']

function expectGiven(before: Verdict, after: Verdict, cost: number): void {
  expectAtMost(before.remaining, after.remaining)
  expectAtMost(after.remaining, before.remaining + cost)
  expectAtMost(after.resetAfterMs, before.resetAfterMs)
}

export function describeRefund({ policies }: AlgorithmSubject): void {
  lawOfEveryStep('refund: never creates state', histories(policies, [...PAST, 'change']), async (run) => {
    const charged = run.charged.at(-1)
    if (charged) expectIs(await run.refund(charged, 'never used'), false)
    await expectAlike(run, [0, 1, run.policy.quota.units], ['fresh', 'never used'])
  })

  law(
    'refund: right away it equals never having charged',
    fc.record({ history: histories(policies, STEADY), cost: fc.nat({ max: 12 }) }),
    async ({ history, cost }) => {
      const run = createRun(history)
      await play(run, history.steps, async (call, verdict) => {
        // The key `undecided` lives the same life, and charges and takes back on the way.
        if (call.do === 'consume') expectSame(await run.make(call, 'undecided'), verdict)
        if (call.do === 'refund') expectIs(await run.refund(call.charged, 'undecided'), call.charged.given)
        if (call.do === 'reset') await run.make(call, 'undecided')
        const units = Math.min(cost, (await run.peek(0)).remaining)
        if (units > 0) {
          const verdict = await run.consume(units, 'undecided')
          const charged = {
            policy: run.policy,
            cost: units,
            at: run.now,
            verdict,
            asked: false,
            given: false,
          }
          expectIs(await run.refund(charged, 'undecided'), true)
        }
        await expectAlike(run, await tellingCosts(run), ['main', 'undecided'])
      })
    },
  )

  law(
    'refund: gives at most the cost, and says whether it gave',
    histories(policies, PAST),
    async (history) => {
      const run = createRun(history)
      for (const step of history.steps) {
        const call = await run.resolve(step)
        const before = await run.peek(0)
        const verdict = await run.make(call)
        if (call.do === 'refund') {
          // The key `untold` lives the same life, and is only told of the refunds that gave something.
          if (call.charged.given) expectIs(await run.refund({ ...call.charged }, 'untold'), true)
          expectGiven(before, await run.peek(0), call.charged.cost)
        } else if (call.do === 'consume') expectSame(await run.make(call, 'untold'), verdict)
        else if (call.do === 'reset') await run.make(call, 'untold')
        await expectAlike(run, await tellingCosts(run), ['main', 'untold'])
      }
    },
  )

  law(
    'refund: gives nothing back once the key has been as good as new',
    fc.record({
      history: histories(policies, PAST),
      cost: fc.nat({ max: 12 }),
      late: fc.nat({ max: 20 }),
      after: steps(['consume', 'wait'], 6),
    }),
    async ({ history, cost, late, after }) => {
      const run = createRun(history)
      await play(run, history.steps)
      const newAt = await chargeNow(run, cost)
      const charged = run.charged.at(-1)!
      if (newAt > LATEST) return
      run.now = newAt + late
      await play(run, after, async (call, verdict) => {
        if (call.do === 'consume') expectSame(await run.make(call, 'fresh'), verdict)
        expectIs(await run.refund({ ...charged }), false)
        await expectAlike(run, await tellingCosts(run), ['main', 'fresh'])
      })
    },
  )
}
