import { type Clock, read, TEST_LIFE_MS } from '../clock.ts'
import { escapeKey, hashKey, LONGEST_KEY, sharedKey } from '../key.ts'
import { checkFunction, checkOptions, checkPositive } from '../options.ts'
import type { Algorithm, Policy, Verdict } from '../policy.ts'
import type { Charge, ConsumeOptions, Outcome, Store } from '../store.ts'
import { decide, refund } from './kinds.ts'
import { type State, Table } from './table.ts'

export interface MemoryStoreOptions {
  /** How many keys are kept at most, over all policies; 1 000 000 by default. Beyond that the key that is soonest as good as new goes. */
  maxKeys?: number
  /** The time in ms since the epoch, for tests; `Date.now` by default. */
  clock?: Clock
}

export interface MemoryStore extends Store {
  /** How many keys are kept now, over all policies. */
  readonly size: number
}

const SWEPT_PER_CHARGE = 2

const verdictOf = ({ allowed, remaining, retryAfterMs, resetAfterMs }: Verdict): Verdict => ({
  allowed,
  remaining,
  retryAfterMs,
  resetAfterMs,
})

/**
 * Keeps state in this process: for one process, for tests, and as a fallback. Bounded, without timers; it never keeps
 * a process alive. What is over is swept away by the calls that follow.
 * @throws OptionsError when an option is unknown or not what it should be.
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  checkOptions('memoryStore', options, ['maxKeys', 'clock'])
  checkFunction('clock', options.clock)
  const maxKeys = options.maxKeys === undefined ? 1_000_000 : checkPositive('maxKeys', options.maxKeys)
  const clock = options.clock ?? Date.now
  // Under an injected clock lives are counted in real time, as Redis counts them whatever the clock says.
  const extraLifeMs = options.clock ? TEST_LIFE_MS : 0
  const lifeClock = options.clock ? Date.now : undefined
  const tables = new Map<Algorithm, Map<string, Table>>()
  let size = 0
  let lastExpiry = 0

  function tableOf({ algorithm, name }: Policy): Table {
    let named = tables.get(algorithm)
    if (named === undefined) {
      named = new Map()
      tables.set(algorithm, named)
    }
    let table = named.get(name)
    if (table === undefined) {
      table = new Table()
      named.set(name, table)
    }
    return table
  }

  function drop(policy: Policy, key: string): void {
    if (tableOf(policy).delete(key)) size--
  }

  function makeRoom(inserted: Table): void {
    if (inserted.evict()) size--
    else
      for (const named of tables.values())
        for (const table of named.values()) if (table.evict()) return void size--
  }

  function keep(policy: Policy, key: string, state: State, at: number, lifeMs: number): void {
    const now = lifeClock?.() ?? at
    if (now >= lastExpiry && size > 0) {
      tables.clear()
      size = 0
    }
    const table = tableOf(policy)
    size -= table.sweep(now, SWEPT_PER_CHARGE)
    if (size >= maxKeys && table.get(key) === undefined) makeRoom(table)
    const expiresAt = now + lifeMs + extraLifeMs
    if (expiresAt > lastExpiry) lastExpiry = expiresAt
    if (table.set(key, state, expiresAt)) size++
  }

  function decideAll(charges: readonly Charge[], key: string, dry: boolean): Outcome {
    const now = read(clock)
    const rulings = charges.map(({ policy, cost }) => decide(policy, tableOf(policy).get(key), now, cost))
    if (!rulings.every((ruling) => ruling.allowed)) {
      const verdicts = rulings.map((ruling, place) => {
        const { policy } = charges[place]!
        return verdictOf(ruling.allowed ? decide(policy, tableOf(policy).get(key), now, 0) : ruling)
      })
      return { verdicts, at: now }
    }
    if (!dry) {
      charges.forEach(({ policy, cost }, place) => {
        const ruling = rulings[place]!
        if (cost > 0) keep(policy, key, ruling.state(), now, ruling.resetAfterMs)
      })
    }
    return { verdicts: rulings.map(verdictOf), at: now }
  }

  function refundAll(charges: readonly Charge[], key: string, at: number): boolean {
    const now = read(clock)
    let any = false
    for (const { policy, cost } of charges) {
      const state = tableOf(policy).get(key)
      const refunded = state && cost > 0 ? refund(policy, state, now, at, cost) : undefined
      if (refunded === undefined) continue
      if (refunded.lifeMs > 0) keep(policy, key, refunded.state, now, refunded.lifeMs)
      else drop(policy, key)
      any = true
    }
    return any
  }

  // A map has no trouble with any text; only long keys, and what could be taken for their hashes, are hashed.
  async function storedKey(charges: readonly Charge[]): Promise<string> {
    const key = sharedKey(charges)
    return key.length > LONGEST_KEY || key.startsWith('~') ? hashKey(escapeKey(key)) : key
  }

  return {
    get size() {
      return size
    },
    async consume(charges, { dry = false }: ConsumeOptions = {}) {
      return decideAll(charges, await storedKey(charges), dry)
    },
    async refund(charges, at) {
      return refundAll(charges, await storedKey(charges), at)
    },
    async reset(charges) {
      const key = await storedKey(charges)
      for (const { policy } of charges) drop(policy, key)
    },
  }
}
