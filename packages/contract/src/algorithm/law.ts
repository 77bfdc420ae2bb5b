import type { Verdict } from '@rl/core'
import fc from 'fast-check'
import { it } from 'vitest'
import type { History, Step } from './history.ts'
import { type Call, createRun, type Run } from './run.ts'
import { expectSame } from './same.ts'

const HISTORIES = 1_000

/** A law: holds for every history of a thousand. What breaks it is shrunk to its smallest form. */
export function law<T>(text: string, cases: fc.Arbitrary<T>, holds: (each: T) => Promise<void>): void {
  it(text, async () => {
    await fc.assert(fc.asyncProperty(cases, holds), { numRuns: HISTORIES })
  })
}

/** Plays steps on the key `main`, telling each call before it is made or after. */
export async function play(
  run: Run,
  steps: readonly Step[],
  after: (call: Call, verdict: Verdict | undefined) => Promise<void> | void = () => {},
  before: (call: Call) => Promise<void> | void = () => {},
): Promise<void> {
  for (const step of steps) {
    const call = await run.resolve(step)
    await before(call)
    await after(call, await run.make(call))
  }
}

/** A law that is looked at after every step. */
export function lawOfEveryStep(
  text: string,
  cases: fc.Arbitrary<History>,
  after: (run: Run) => Promise<void>,
): void {
  law(text, cases, async (history) => {
    const run = createRun(history)
    await after(run)
    await play(run, history.steps, () => after(run))
  })
}

/** The verdicts on two keys, asked alike. */
export async function expectAlike(run: Run, costs: readonly number[], keys: [string, string]): Promise<void> {
  for (const cost of costs) {
    expectSame(await run.peek(cost, keys[1]), await run.peek(cost, keys[0]), `cost ${cost} at ${run.now}`)
  }
}

/** Costs at which two states of one policy would tell themselves apart. */
export async function tellingCosts(run: Run): Promise<number[]> {
  const { remaining } = await run.peek(0)
  const { units } = run.policy.quota
  return [0, Math.min(units, remaining + 1), units]
}
