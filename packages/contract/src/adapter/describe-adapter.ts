import { describe } from 'vitest'
import { describeAddresses } from './addresses.ts'
import { describeAnswers } from './answers.ts'
import { testsOn } from './client.ts'
import { describeHeaders } from './headers.ts'
import { describeLimits } from './limits.ts'
import { describeOutcomes } from './outcomes.ts'
import { describeQuestions } from './questions.ts'
import { describeSharing } from './sharing.ts'
import type { Start } from './site.ts'
import { describeStores } from './stores.ts'

/** The contract of an adapter, over real HTTP: whoever passes it plays the guard's replies on its framework. */
export function describeAdapter(name: string, start: Start): void {
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
  })
}
