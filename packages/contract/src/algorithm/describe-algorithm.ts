import { describe } from 'vitest'
import { describeBound } from './bound.ts'
import { describeClock } from './clock.ts'
import { describeDenied } from './denied.ts'
import { describeExactness } from './exact.ts'
import { describeForgetting } from './forgetting.ts'
import { describeNumbers } from './numbers.ts'
import { describeRefund } from './refund.ts'
import type { AlgorithmSubject } from './subject.ts'

/** The laws that every algorithm obeys in each of its modes, each over a thousand random histories, in memory. */
export function describeAlgorithm(name: string, subject: AlgorithmSubject): void {
  describe(`${name} is an algorithm`, () => {
    describeExactness(subject)
    describeDenied(subject)
    describeForgetting(subject)
    describeClock(subject)
    describeBound(subject)
    describeNumbers(subject)
    describeRefund(subject)
  })
}
