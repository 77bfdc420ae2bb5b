import { type Clock, read, TEST_LIFE_MS } from '../clock.ts'
import { escapeKey, hashKey, LONGEST_KEY, sharedKey } from '../key.ts'
import { checkFunction, checkOptions, checkPositive } from '../options.ts'
import type { Algorithm, Policy, Verdict } from '../policy.ts'
import type { Charge, Outcome, Store } from '../store.ts'
import { type AnyRuling, charge, decide, refund } from './kinds.ts'
import { type State, Table } from './table.ts'

/** Options of {@link memoryStore}. */
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
  // Most calls come from one limiter of one policy.
  let latest: { readonly policy: Policy; readonly table: Table } | undefined

  function tableOf(policy: Policy): Table {
    if (latest?.policy === policy) return latest.table
    const table = findTable(policy)
    latest = { policy, table }
    return table
  }

  function findTable({ algorithm, name }: Policy): Table {
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
      latest = undefined
      size = 0
    }
    const table = tableOf(policy)
    size -= table.sweep(now, SWEPT_PER_CHARGE)
    if (size >= maxKeys && table.get(key) === undefined) makeRoom(table)
    const expiresAt = now + lifeMs + extraLifeMs
    if (expiresAt > lastExpiry) lastExpiry = expiresAt
    if (table.set(key, state, expiresAt)) size++
  }

  /** What each says where at least one denies: those that allow are not charged, and say what can be spent. */
  function denied(charges: readonly Charge[], key: string, now: number, rulings: AnyRuling[]): Verdict[] {
    return rulings.map((ruling, place) => {
      const { policy } = charges[place]!
      return verdictOf(ruling.allowed ? decide(policy, tableOf(policy).get(key), now, 0) : ruling)
    })
  }

  function decideAll(charges: readonly Charge[], key: string, dry: boolean): Outcome {
    const now = read(clock)
    const rulings: AnyRuling[] = []
    let allowed = true
    for (const { policy, cost } of charges) {
      const ruling = decide(policy, tableOf(policy).get(key), now, cost)
      rulings.push(ruling)
      allowed = allowed && ruling.allowed
    }
    if (!allowed) return { verdicts: denied(charges, key, now, rulings), at: now }
    for (let place = 0; place < charges.length && !dry; place++) {
      const { policy, cost } = charges[place]!
      const ruling = rulings[place]!
      if (cost === 0) continue
      keep(policy, key, charge(policy, tableOf(policy).get(key), ruling, cost), now, ruling.resetAfterMs)
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

  /** Does work on the key as it is stored: a map has no trouble with any text, but long ones, and what could be taken for their hashes, are hashed. */
  function withKey<T>(charges: readonly Charge[], work: (key: string) => T): Promise<T> {
    try {
      const key = sharedKey(charges)
      if (key.length > LONGEST_KEY || key.startsWith('~')) return hashKey(escapeKey(key)).then(work)
      return Promise.resolve(work(key))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  return {
    get size() {
      return size
    },
    consume: (charges, call) => withKey(charges, (key) => decideAll(charges, key, call?.dry === true)),
    refund: (charges, at) => withKey(charges, (key) => refundAll(charges, key, at)),
    reset: (charges) =>
      withKey(charges, (key) => {
        for (const { policy } of charges) drop(policy, key)
      }),
  }
}
