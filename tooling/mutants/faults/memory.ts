import type { Fault } from '../fault.ts'

const STORE = 'packages/core/src/memory/store.ts'
const TABLE = 'packages/core/src/memory/table.ts'
const TABLES = 'packages/core/src/memory/tables.ts'
const ROW = 'packages/core/src/memory/row.ts'
const tests = ['packages/core/test/memory.test.ts']
const found = ['packages/core/test/mutants-memory.test.ts']

/** How the memory store can grow, or lose what it should keep. */
export const memory: readonly Fault[] = [
  {
    id: 'memory-unbounded',
    why: 'C079: every address that ever called stays for ever',
    edits: [{ file: STORE, find: 'if (size >= maxKeys) {', replace: 'if (size < 0) {' }],
    tests,
  },
  {
    id: 'memory-evicts-the-latest',
    why: 'where there is no room the key goes that is furthest from as good as new',
    edits: [
      {
        file: TABLES,
        find: 'other.expiresAt(at) < table.expiresAt(place)',
        replace: 'other.expiresAt(at) > table.expiresAt(place)',
      },
    ],
    tests,
  },
  {
    id: 'memory-evicts-from-the-latest-table',
    why: 'a full store throws out keys of the policy that came last, which is then not enforced',
    edits: [
      {
        file: TABLES,
        find: 'let [table, place] = placeOf(draw(0, keys))',
        replace: 'let [table, place] = placeOf(keys - 1)',
      },
    ],
    tests,
  },
  {
    id: 'memory-sweeps-one-table',
    why: 'keys of a policy that is asked no more stay for ever, and others go in their place',
    edits: [{ file: TABLES, find: 'swept = (swept + 1) % all.length', replace: 'swept = 0' }],
    tests,
  },
  {
    id: 'memory-evicts-for-a-known-key',
    why: 'a full store throws a key out for one that it has already',
    edits: [
      { file: STORE, find: 'if (place !== undefined) return\n', replace: '' },
      { file: STORE, find: 'table.add(key,', replace: 'if (place !== undefined) return\n    table.add(key,' },
    ],
    tests: found,
  },
  {
    id: 'memory-sweeps-the-living',
    why: 'keys are swept away before their time is over',
    edits: [
      {
        file: TABLE,
        find: 'const isOver = this.#row.expiresAt(this.#hand) <= now',
        replace: 'const isOver = now > 0',
      },
    ],
    tests,
  },
  {
    id: 'memory-never-sweeps',
    why: 'C079: keys that never return stay until the store is full',
    edits: [{ file: STORE, find: 'size -= tables.sweep(alive, SWEPT_PER_CHARGE)', replace: '' }],
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
        find: 'if (place !== undefined) return\n',
        replace: 'if (place !== undefined) return void size++\n',
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
        find: 'table.add(key, state, expiresAt)',
        replace: `table.add(key, state, expiresAt)
    setTimeout(() => {
      const over = table.find(key)
      if (over === undefined) return
      table.remove(over)
      size--
    }, lifeMs)`,
      },
    ],
    tests,
  },
  {
    id: 'memory-fills-another-block',
    why: 'the state of the last key goes to another place than that of the key that went, and two keys are charged wrongly',
    edits: [
      { file: ROW, find: 'this.#blocks[place >> BITS]!.set', replace: 'this.#blocks[last >> BITS]!.set' },
    ],
    tests: found,
  },
  {
    id: 'memory-fills-no-log',
    why: 'the last key gets the log of the key that went',
    edits: [{ file: ROW, find: 'put(place, this.#logs[last]!,', replace: 'put(place, this.#logs[place]!,' }],
    tests: found,
  },
  {
    id: 'memory-long-key-at-once',
    why: 'C060: a long key is charged without its hash where no promise is needed, and no reset or refund finds it',
    edits: [
      {
        file: STORE,
        find: 'return isPlain(key) ? decideAll(charges, key, call?.dry === true) : undefined',
        replace: 'return decideAll(charges, key, call?.dry === true)',
      },
    ],
    tests: found,
  },
]
