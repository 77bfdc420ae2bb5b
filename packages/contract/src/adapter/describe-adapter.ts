import { describe } from 'vitest'
import { describeAddresses } from './addresses.ts'
import { describeAnswers } from './answers.ts'
import { type On, testsOn } from './client.ts'
import { describeHeaders } from './headers.ts'
import { describeLimits } from './limits.ts'
import { describeOutcomes } from './outcomes.ts'
import { describeQuestions } from './questions.ts'
import { describeSharing } from './sharing.ts'
import type { Start } from './site.ts'
import { describeStores } from './stores.ts'

/** The contract of an adapter, over real HTTP: whoever passes it plays the guard's replies on its framework. Some have more to tell. */
export function describeAdapter(name: string, start: Start, ...more: readonly ((on: On) => void)[]): void {
  describe(`${name} is a framework`, () => {
    const on = testsOn(start)
    describeLimits(on)
    describeHeaders(on)
    describeQuestions(on)
    describeAnswers(on)
    describeAddresses(on)
    describeOutcomes(on)
    describeStores(on)
    describeSharing(on)
    for (const describeMore of more) describeMore(on)
  })
}
