import type { Fault } from '../fault.ts'

const STORE = 'packages/core/src/memory/store.ts'
const TABLE = 'packages/core/src/memory/table.ts'
const ROW = 'packages/core/src/memory/row.ts'
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
      { file: TABLE, find: 'Number.POSITIVE_INFINITY', replace: 'Number.NEGATIVE_INFINITY' },
      { file: TABLE, find: 'expiresAt >= earliest', replace: 'expiresAt <= earliest' },
    ],
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
      { file: TABLE, find: 'if (this.#row.expiresAt(this.#hand) > now) {', replace: 'if (step > steps) {' },
    ],
    tests,
  },
  {
    id: 'memory-never-sweeps',
    why: 'C079: keys that never return stay until the store is full',
    edits: [{ file: STORE, find: 'size -= table.sweep(alive, SWEPT_PER_CHARGE)', replace: '' }],
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
