import type { Fault } from '../fault.ts'

const LIMITER = 'packages/core/src/limiter.ts'
const DECISION = 'packages/core/src/decision.ts'
const COST = 'packages/core/src/cost.ts'
const KEY = 'packages/core/src/key.ts'
const decision = ['packages/core/test/decision.test.ts']
const calls = ['packages/core/test/options-calls.test.ts']
const limiterTests = ['packages/core/test/mutants-limiter.test.ts']

/** What a limiter can make of the verdicts, and let itself be asked. */
export const limiter: readonly Fault[] = [
  {
    id: 'first-policy-speaks',
    why: 'C041: the decision is that of the first policy, not of the one with the least left',
    edits: [
      {
        file: DECISION,
        find: 'one.remaining < other.remaining',
        replace: 'false',
      },
    ],
    tests: decision,
  },
  {
    id: 'first-denial-speaks',
    why: 'the wait is that of the first policy that denies, not the longest',
    edits: [
      {
        file: DECISION,
        find: 'one.retryAfterMs > other.retryAfterMs',
        replace: 'false',
      },
    ],
    tests: decision,
  },
  {
    id: 'refund-twice',
    why: 'a decision can be given back as often as one likes',
    edits: [{ file: DECISION, find: 'decision.#charges = undefined', replace: '' }],
    tests: decision,
  },
  {
    id: 'refund-of-another',
    why: 'a limiter gives back what another charged',
    edits: [{ file: DECISION, find: ' || decision.#by !== by', replace: '' }],
    tests: decision,
  },
  {
    id: 'refund-of-a-peek',
    why: 'a peek can be given back, though it charged nothing',
    edits: [{ file: DECISION, find: 'bound.allowed && !dry ?', replace: 'bound.allowed ?' }],
    tests: decision,
  },
  {
    id: 'refund-of-a-denial',
    why: 'a denied decision can be given back, though it charged nothing',
    edits: [{ file: DECISION, find: 'bound.allowed && !dry ?', replace: '!dry ?' }],
    tests: decision,
  },
  {
    id: 'refund-of-a-promise',
    why: 'an `await` that was forgotten gives nothing back, and says `false` as if there were nothing to give',
    edits: [
      {
        file: LIMITER,
        find: "if (typeof Object(decision).allowed !== 'boolean') {",
        replace: 'if (false) {',
      },
    ],
    tests: decision,
  },
  {
    id: 'decision-with-its-code',
    why: 'a decision that is sent as JSON has the Lua text of its policies in it',
    edits: [{ file: DECISION, find: 'policy: policy.name, ...verdict', replace: 'policy, ...verdict' }],
    tests: decision,
  },
  {
    id: 'limiter-peek-charges',
    why: 'the limiter asks its store to charge when it should only look',
    edits: [
      {
        file: LIMITER,
        find: 'consumeNow?.(charges, options)',
        replace: 'consumeNow?.(charges, wet)',
      },
      {
        file: LIMITER,
        find: 'await store.consume(charges, options)',
        replace: 'await store.consume(charges, wet)',
      },
    ],
    tests: calls,
  },
  {
    id: 'cost-not-checked',
    why: 'C029: a cost of NaN switches the limit off',
    edits: [
      {
        file: COST,
        find: '!Number.isSafeInteger(units) || (units as number) < 0',
        replace: '(units as number) < 0',
      },
    ],
    tests: calls,
  },
  {
    id: 'negative-cost',
    why: 'C029: a negative cost mints quota',
    edits: [{ file: COST, find: ' || (units as number) < 0', replace: '' }],
    tests: calls,
  },
  {
    id: 'cost-of-a-stranger',
    why: 'the cost for a policy that was misspelt is left out without a word',
    edits: [
      {
        file: COST,
        find: 'if (!policies.some((policy) => policy.name === name)) {',
        replace: 'if (name === undefined) {',
      },
    ],
    tests: calls,
  },
  {
    id: 'key-not-checked',
    why: 'C057: all without a key share the one of `undefined`',
    edits: [{ file: KEY, find: "if (typeof key !== 'string') throw", replace: 'if (false) throw' }],
    tests: calls,
  },
  {
    id: 'listener-ends-the-call',
    why: 'C066: what a listener throws comes out of the call that was allowed',
    edits: [
      {
        file: LIMITER,
        find: "onWarning({ code: 'listener-failed'",
        replace: "throw cause\n      onWarning({ code: 'listener-failed'",
      },
    ],
    tests: limiterTests,
  },
  {
    id: 'name-reused-silently',
    why: 'C059: one name with other numbers on one store goes unnoticed',
    edits: [
      {
        file: LIMITER,
        find: 'if (before === undefined || before === numbers.join()) continue',
        replace: 'continue',
      },
    ],
    tests: limiterTests,
  },
]
