import type { Edit, Fault } from '../fault.ts'

const LUA = 'packages/core/src/redis/consume.lua'
const MEMORY = 'packages/core/src/memory/store.ts'
const WINDOW = 'packages/core/src/algorithms/fixed-window/fixed-window'
const tests = ['packages/core/test/stores.test.ts']

// The memory store has two loops: one for a single policy, which is most calls, and one for several.
const ONE_ALLOWED = 'if (ruling.allowed && cost > 0 && !dry)'
const MAKE = 'make(charges[at]!, key, rulings[at]!, now)'
const DENIED_TOO: readonly Edit[] = [
  { file: MEMORY, find: ONE_ALLOWED, replace: 'if (cost > 0 && !dry)' },
  { file: MEMORY, find: 'if (allowed && !dry)', replace: 'if (!dry)' },
  { file: MEMORY, find: MAKE, replace: `if (allowed || !rulings[at]!.allowed) ${MAKE}` },
]

/** What the loops of the two stores can do wrong, most of it in both alike. */
export const allOrNothing: readonly Fault[] = [
  {
    id: 'charge-on-denial',
    why: 'C038: a request that is too big for what is left is refused, and still burns the rest',
    edits: [
      { file: LUA, find: 'if all then', replace: 'if all or allowed_i == 0 then' },
      {
        file: `${WINDOW}.lua`,
        find: 'cost > limit and -1 or left, left, start, used',
        replace: 'cost > limit and -1 or left, left, start, limit',
      },
      {
        file: `${WINDOW}.ts`,
        find: 'const used = allowed ? before + cost : before',
        replace: 'const used = allowed ? before + cost : limit',
      },
      ...DENIED_TOO,
    ],
    tests,
  },
  {
    id: 'charge-though-another-denied',
    why: 'C041: of two limits the one that passes is charged although the other refuses',
    edits: [
      { file: LUA, find: 'if all then', replace: 'if allowed_i == 1 then' },
      { file: MEMORY, find: 'if (allowed && !dry)', replace: 'if (!dry)' },
      { file: MEMORY, find: MAKE, replace: `if (rulings[at]!.allowed) ${MAKE}` },
    ],
    tests,
  },
  {
    id: 'others-told-as-if-charged',
    why: 'a policy that allows while another denies says what would be left after the charge',
    edits: [
      { file: LUA, find: 'elseif allowed_i == 1 then', replace: 'elseif false then' },
      {
        file: MEMORY,
        find: 'return ruling.allowed && !allowed ? look(charge, 0) : ruling',
        replace: 'return ruling',
      },
    ],
    tests,
  },
  {
    id: 'denied-moves-the-state',
    why: 'C035, C039: a denied call is written down, so its window or refill starts with it',
    edits: [{ file: LUA, find: 'if all then', replace: 'if all or allowed_i == 0 then' }, ...DENIED_TOO],
    tests,
  },
  {
    id: 'peek-charges',
    why: 'looking at a quota uses it up',
    edits: [
      { file: LUA, find: "if cost_i > 0 and dry ~= '1' then", replace: 'if cost_i > 0 then' },
      { file: MEMORY, find: ONE_ALLOWED, replace: 'if (ruling.allowed && cost > 0)' },
      { file: MEMORY, find: 'if (allowed && !dry)', replace: 'if (allowed)' },
    ],
    tests,
  },
  {
    id: 'cost-of-nothing-writes',
    why: 'C029: a cost of 0 starts a window',
    edits: [
      { file: LUA, find: "if cost_i > 0 and dry ~= '1' then", replace: "if dry ~= '1' then" },
      { file: MEMORY, find: ONE_ALLOWED, replace: 'if (ruling.allowed && !dry)' },
      { file: MEMORY, find: 'if (cost === 0) return', replace: '' },
    ],
    tests: ['packages/core/test/options-calls.test.ts'],
  },
  {
    id: 'check-and-charge-apart',
    why: 'C083: parallel calls all see the old count',
    edits: [
      {
        file: MEMORY,
        find: 'keep(account, key, place, charge(account, state, ruling, cost), now, ruling.resetAfterMs)',
        replace: `{
        const charged = charge(account, state, ruling, cost)
        queueMicrotask(() => keep(account, key, account.table.find(key), charged, now, ruling.resetAfterMs))
      }`,
      },
      {
        file: MEMORY,
        find: 'keep(account, key, place, state, now, ruling.resetAfterMs)',
        replace:
          'queueMicrotask(() => keep(account, key, account.table.find(key), state, now, ruling.resetAfterMs))',
      },
    ],
    tests,
  },
]
