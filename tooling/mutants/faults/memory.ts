import type { Fault } from '../fault.ts'

const STORE = 'packages/core/src/memory/store.ts'
const TABLE = 'packages/core/src/memory/table.ts'
const tests = ['packages/core/test/memory.test.ts']
const found = ['packages/core/test/mutants-memory.test.ts']

/** How the memory store can grow, or lose what it should keep. */
export const memory: readonly Fault[] = [
  {
    id: 'memory-unbounded',
    why: 'C079: every address that ever called stays for ever',
    edits: [{ file: STORE, find: 'if (size >= maxKeys &&', replace: 'if (size < 0 &&' }],
    tests,
  },
  {
    id: 'memory-evicts-the-latest',
    why: 'where there is no room the key goes that is furthest from as good as new',
    edits: [
      {
        file: TABLE,
        find: 'entry.expiresAt < soonest.expiresAt',
        replace: 'entry.expiresAt > soonest.expiresAt',
      },
    ],
    tests,
  },
  {
    id: 'memory-evicts-for-a-known-key',
    why: 'a full store throws a key out for one that it has already',
    edits: [{ file: STORE, find: ' && table.get(key) === undefined', replace: '' }],
    tests: found,
  },
  {
    id: 'memory-sweeps-the-living',
    why: 'keys are swept away before their time is over',
    edits: [{ file: TABLE, find: 'if (entry.expiresAt <= now) {', replace: 'if (step < steps) {' }],
    tests,
  },
  {
    id: 'memory-never-sweeps',
    why: 'C079: keys that never return stay until the store is full',
    edits: [{ file: STORE, find: 'size -= table.sweep(now, SWEPT_PER_CHARGE)', replace: '' }],
    tests,
  },
  {
    id: 'memory-cleared-too-soon',
    why: 'all is forgotten when the key that was charged last is over',
    edits: [{ file: STORE, find: 'if (expiresAt > lastExpiry) lastExpiry', replace: 'lastExpiry' }],
    tests: found,
  },
  {
    id: 'memory-size-drifts',
    why: 'the size counts charges instead of keys',
    edits: [
      {
        file: STORE,
        find: 'if (table.set(key, state, expiresAt)) size++',
        replace: 'table.set(key, state, expiresAt)\n    size++',
      },
    ],
    tests,
  },
  {
    id: 'memory-timer-a-key',
    why: 'C079, C080: a timer for each key keeps the process alive, and on some hosts is forbidden',
    edits: [
      {
        file: STORE,
        find: 'if (table.set(key, state, expiresAt)) size++',
        replace: `if (table.set(key, state, expiresAt)) {
      size++
      setTimeout(() => drop(policy, key), lifeMs)
    }`,
      },
    ],
    tests,
  },
]
