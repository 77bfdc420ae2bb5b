import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { describeAllOrNothing } from './all-or-nothing.ts'
import { describeBadCalls } from './bad-calls.ts'
import { describeConcurrency } from './concurrency.ts'
import { describeKeys } from './keys.ts'
import { describeLargeNumbers } from './large-numbers.ts'
import { describeNothingWritten } from './nothing-written.ts'
import { describeSameAnswers } from './same-answers.ts'
import type { Bench, StoreFactory, StoreSubject } from './subject.ts'
import { describeTakingBack } from './taking-back.ts'

const FULL_HOUR = 1_699_999_200_000

/** The contract of a store: whoever passes it can host every algorithm. */
export function describeStore(name: string, factory: StoreFactory): void {
  describe(`${name} is a store`, () => {
    let subject: StoreSubject
    let made = 0
    const run = crypto.randomUUID().slice(0, 8)
    const bench: Bench = {
      get store() {
        return subject.store
      },
      now: FULL_HOUR,
      freshKey: () => `${run}:${++made}`,
    }
    beforeAll(async () => {
      subject = await factory(() => bench.now)
    })
    afterAll(async () => {
      await subject?.close?.()
    })
    beforeEach(() => {
      bench.now = FULL_HOUR
    })

    describeAllOrNothing(bench)
    describeNothingWritten(bench)
    describeTakingBack(bench)
    describeConcurrency(bench)
    describeKeys(bench)
    describeLargeNumbers(bench)
    describeBadCalls(bench)
    describeSameAnswers(bench)
  })
}
