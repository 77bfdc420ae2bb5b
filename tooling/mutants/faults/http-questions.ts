import { CONTRACT, type Short } from './http-tests.ts'

/** What a guard can make of the user's functions. */
export const questions: readonly Short[] = [
  [
    'empty-key',
    'C057: an empty key is shared by all who have none',
    'charge.ts',
    `typeof key !== 'string' || key === ''`,
    `typeof key !== 'string'`,
    CONTRACT,
  ],
  [
    'key-as-text',
    'C057: a bucket called "undefined"',
    'charge.ts',
    "checkKey(await ask('key', keyFunction, request), maxKeyLength)",
    "checkKey(String(await ask('key', keyFunction, request)), maxKeyLength)",
    CONTRACT,
  ],
  [
    'cost-unchecked',
    'nonsense of a cost function counts as 1',
    'charge.ts',
    `checkCost(await ask('cost', cost, request), chosen)`,
    `((await ask('cost', cost, request)) ?? 1)`,
    CONTRACT,
  ],
  [
    'nothing-thrown',
    'a rejection with nothing lets the request through',
    'ask.ts',
    'cause instanceof Error ? cause : failureOf(option, cause)',
    'cause',
    CONTRACT,
  ],
  [
    'respond-bare',
    'C076: an error of `respond` has no headers',
    'refusal.ts',
    'withFields(error, refused)',
    'error',
    CONTRACT,
  ],
  [
    'charged-twice',
    'C073: a limiter that is met twice charges twice',
    'visit.ts',
    'charge.limiter === limiter && charge.key === key',
    'false',
    CONTRACT,
  ],
  [
    'other-cost-lost',
    'a limiter that is met again for another cost does not charge it',
    'visit.ts',
    ' && charge.cost === id',
    '',
    CONTRACT,
  ],
  [
    'trial-refuses',
    'a guard on trial answers 429',
    'guard.ts',
    'if (!enforce) return passed(request, visit, decision, asked)',
    '',
    CONTRACT,
  ],
]
