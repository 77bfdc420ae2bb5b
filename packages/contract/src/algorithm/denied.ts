import { type Deed, histories } from './history.ts'
import { expectAlike, law, play, tellingCosts } from './law.ts'
import { createRun } from './run.ts'
import { expectSame } from './same.ts'
import type { AlgorithmSubject } from './subject.ts'

const ANY: Deed[] = ['consume', 'peek', 'wait', 'back', 'refund', 'reset', 'change']

export function describeDenied({ policies }: AlgorithmSubject): void {
  law('law 2: a denied request changes nothing', histories(policies, ANY), async (history) => {
    const run = createRun(history)
    await play(run, history.steps, async (call, verdict) => {
      // The key `quiet` lives the same life without what was denied, asked for nothing, or only peeked at.
      const charges = call.do === 'consume' && verdict?.allowed && call.cost > 0
      if (charges) expectSame(await run.make(call, 'quiet'), verdict)
      else if (call.do === 'refund' || call.do === 'reset') await run.make(call, 'quiet')
      await expectAlike(run, await tellingCosts(run), ['main', 'quiet'])
    })
  })
}
