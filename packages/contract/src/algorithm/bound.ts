import type { Policy } from '@rl/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { LATEST, msOf, NONE } from './amounts.ts'
import { type Deed, histories, type Step, steps } from './history.ts'
import { law, play } from './law.ts'
import { type Charged, createRun, type Run } from './run.ts'
import type { AlgorithmSubject } from './subject.ts'

const STEADY: Deed[] = ['consume', 'consume', 'wait', 'refund']

/** Something that passed or was given back, at a time that no clock can change. */
export interface Event {
  readonly time: number
  readonly charged: Charged
  readonly refund: boolean
}

/** Notes what passes, while steps are played. */
export async function note(run: Run, steps: readonly Step[], events: Event[], skew = 0): Promise<void> {
  await play(run, steps, (call, verdict) => {
    const time = run.now - skew
    if (call.do === 'consume' && verdict?.allowed && call.cost > 0)
      events.push({ time, charged: run.charged.at(-1)!, refund: false })
    if (call.do === 'refund' && call.charged.given) events.push({ time, charged: call.charged, refund: true })
  })
}

/**
 * Looks at every span of time between two charges. Units that were given back in a span did not pass in it. A span that
 * something was given back in which was charged before it is left to the longer one that begins with that charge.
 */
export function expectBounded(events: readonly Event[], most: (from: number, to: number) => bigint): void {
  for (let from = 0; from < events.length; from++) {
    const seen = new Set<Charged>()
    let passed = 0n
    for (let to = from; to < events.length; to++) {
      const { charged, refund, time } = events[to]!
      if (refund && !seen.has(charged)) break
      seen.add(charged)
      passed += BigInt(refund ? -charged.cost : charged.cost)
      if (passed <= most(from, to)) continue
      const span = time - events[from]!.time
      expect.fail(
        `${passed} units passed in ${span} ms, at most ${most(from, to)} may: events ${from} to ${to}`,
      )
    }
  }
}

export function boundOf(subject: AlgorithmSubject, { numbers }: Policy, spanMs: number): bigint {
  return subject.bound(BigInt(spanMs), ...numbers.map(BigInt))
}

export function describeBound(subject: AlgorithmSubject): void {
  law(
    'law 7: never more passes in any span than the bound of the algorithm',
    histories(subject.policies, STEADY),
    async (history) => {
      const run = createRun(history)
      const events: Event[] = []
      await note(run, history.steps, events)
      expectBounded(events, (from, to) => boundOf(subject, run.policy, events[to]!.time - events[from]!.time))
    },
  )

  law(
    'law 5: each time a clock is set wrong or right costs no more than to begin anew',
    fc.record({
      history: histories(subject.policies, STEADY),
      skew: fc.record({ twelfths: fc.integer({ min: -60, max: 60 }), ms: fc.integer({ min: -3, max: 3 }) }),
      wrong: steps(STEADY),
      right: steps(STEADY),
    }),
    async ({ history, skew, wrong, right }) => {
      const run = createRun({ ...history, start: history.start + 100 })
      const events: Event[] = []
      await note(run, history.steps, events)
      const ahead = msOf({ twelfths: skew.twelfths }, run.policy, NONE) + skew.ms
      if (run.now + ahead < 0 || run.now + ahead > LATEST) return
      const settings = [{ before: events.length, time: run.now }]
      run.now += ahead
      await note(run, wrong, events, ahead)
      run.now -= ahead
      settings.push({ before: events.length, time: run.now })
      await note(run, right, events)
      expectBounded(events, (from, to) => {
        const within = settings.filter(({ before }) => from < before && before <= to).map(({ time }) => time)
        const times = [events[from]!.time, ...within, events[to]!.time]
        const spans = times.slice(1).map((time, n) => time - times[n]!)
        return spans.reduce((sum, span) => sum + boundOf(subject, run.policy, span), 0n)
      })
    },
  )
}
