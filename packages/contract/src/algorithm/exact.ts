import type { Verdict } from '@rl/core'
import fc from 'fast-check'
import { type Deed, histories } from './history.ts'
import { law, lawOfEveryStep, play } from './law.ts'
import { createRun, type Run } from './run.ts'
import { expectIs, expectSame } from './same.ts'
import type { AlgorithmSubject } from './subject.ts'

const ANY: Deed[] = ['consume', 'peek', 'wait', 'back', 'refund', 'reset', 'change']
const LATEST_LOOK = Number.MAX_SAFE_INTEGER

/** Looks at the key at another time, and comes back. */
async function at<T>(run: Run, time: number, look: () => Promise<T>): Promise<T> {
  const { now } = run
  run.now = time
  const seen = await look()
  run.now = now
  return seen
}

async function expectFirstAt(run: Run, cost: number, share: number): Promise<void> {
  const { retryAfterMs } = await run.peek(cost)
  const first = run.now + retryAfterMs
  if (retryAfterMs === 0 || first > LATEST_LOOK) return
  const what = `cost ${cost} at ${run.now}, told to come back in ${retryAfterMs} ms`
  const early = run.now + Math.floor((retryAfterMs - 1) * share)
  for (const time of [early, first - 1]) {
    const verdict = await at(run, time, () => run.peek(cost))
    expectIs(verdict.allowed, false, `${what}, ${first - time} ms too early`)
    expectIs(verdict.retryAfterMs, first - time, `${what}, ${first - time} ms too early`)
  }
  expectIs((await at(run, first, () => run.peek(cost))).allowed, true, `${what}, in time`)
}

export function describeExactness({ policies }: AlgorithmSubject): void {
  lawOfEveryStep(
    'law 1: remaining is exactly what can be spent now',
    histories(policies, ANY),
    async (run) => {
      const { remaining } = await run.peek(0)
      expectIs((await run.peek(remaining)).allowed, true)
      expectIs((await run.peek(remaining + 1)).allowed, false)
    },
  )

  law(
    'law 2: spending lowers remaining by the cost, and a peek foretells it',
    histories(policies, ANY),
    async (history) => {
      const run = createRun(history)
      let left = 0
      let foretold: Verdict | undefined
      await play(
        run,
        history.steps,
        (call, verdict) => {
          if (call.do !== 'consume' || !verdict) return
          expectSame(verdict, foretold)
          expectIs(verdict.remaining, verdict.allowed ? left - call.cost : left)
        },
        async (call) => {
          if (call.do !== 'consume') return
          left = (await run.peek(0)).remaining
          foretold = await run.peek(call.cost)
        },
      )
    },
  )

  law(
    'law 3: retryAfterMs is the first millisecond at which the cost is allowed',
    fc.tuple(histories(policies, ANY), fc.double({ min: 0, max: 1, noNaN: true })),
    async ([history, share]) => {
      const run = createRun(history)
      await play(run, history.steps, async (call) => {
        const { remaining } = await run.peek(0)
        const costs = [remaining + 1, run.policy.quota.units]
        if ('cost' in call) costs.push(call.cost)
        for (const cost of costs) {
          if (cost <= run.policy.quota.units) await expectFirstAt(run, cost, share)
        }
      })
    },
  )

  lawOfEveryStep(
    'law 6: every number is whole, finite and at least 0, however large the numbers',
    histories(policies, ANY),
    async (run) => {
      const { units } = run.policy.quota
      for (const cost of [0, 1, units, units + 1, Number.MAX_SAFE_INTEGER]) await run.peek(cost)
    },
  )
}
