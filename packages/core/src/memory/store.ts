import { type Clock, read, TEST_LIFE_MS } from '../clock.ts'
import { escapeKey, hashKey, LONGEST_KEY, sharedKey } from '../key.ts'
import { checkFunction, checkOptions, checkPositive } from '../options.ts'
import type { Policy, Verdict } from '../policy.ts'
import { atOnce, type Charge, type ConsumeOptions, type Outcome, type Store } from '../store.ts'
import { type AnyRuling, charge, decide, refund } from './kinds.ts'
import type { State } from './row.ts'
import { type Account, createTables } from './tables.ts'

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How many keys are kept at most, over all policies; 1 000 000 by default. Beyond that goes, of a random eight, the key that is soonest as good as new. */
  maxKeys?: number
  /** The time in ms since the epoch, for tests; `Date.now` by default. */
  clock?: Clock
}

export interface MemoryStore extends Store {
  /** How many keys are kept now, over all policies. */
  readonly size: number
}

const SWEPT_PER_CHARGE = 2

const isAllowed = ({ allowed }: Verdict): boolean => allowed

const verdictOf = ({ allowed, remaining, retryAfterMs, resetAfterMs }: Verdict): Verdict => ({
  allowed,
  remaining,
  retryAfterMs,
  resetAfterMs,
})

/** Whether a key is stored as it is: a map has no trouble with any text, but long ones, and what could be taken for their hashes, are hashed. */
const isPlain = (key: string): boolean => key.length <= LONGEST_KEY && !key.startsWith('~')

const stateAt = ({ table }: Account, place: number | undefined): State | undefined =>
  place === undefined ? undefined : table.state(place)

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
  const lifeTime = options.clock ? Date.now : undefined
  const tables = createTables()
  let size = 0
  let lastExpiry = 0

  function start(): number {
    const now = read(clock)
    if (size > 0 && (lifeTime?.() ?? now) >= lastExpiry) {
      tables.clear()
      size = 0
    }
    return now
  }

  function keep(
    { table }: Account,
    key: string,
    place: number | undefined,
    state: State,
    now: number,
    lifeMs: number,
  ): void {
    const alive = lifeTime?.() ?? now
    const expiresAt = alive + lifeMs + extraLifeMs
    if (expiresAt > lastExpiry) lastExpiry = expiresAt
    if (place !== undefined) table.replace(place, state, expiresAt)
    size -= tables.sweep(alive, SWEPT_PER_CHARGE)
    if (place !== undefined) return
    if (size >= maxKeys) {
      tables.evict(size)
      size--
    }
    table.add(key, state, expiresAt)
    size++
  }

  function drop(policy: Policy, key: string): void {
    const { table } = tables.of(policy)
    const place = table.find(key)
    if (place === undefined) return
    table.remove(place)
    size--
  }

  // What nearly all calls are, without the lists that several policies need. Here verdicts are rulings, which a limiter copies.
  function decideOne({ policy, cost }: Charge, key: string, dry: boolean): Outcome {
    const now = start()
    const account = tables.of(policy)
    const place = account.table.find(key)
    const state = stateAt(account, place)
    const ruling = decide(account, state, now, cost)
    if (ruling.allowed && cost > 0 && !dry)
      keep(account, key, place, charge(account, state, ruling, cost), now, ruling.resetAfterMs)
    return { verdicts: [ruling], at: now }
  }

  function decideAll(charges: readonly Charge[], key: string, dry: boolean): Outcome {
    if (charges.length === 1) return decideOne(charges[0]!, key, dry)
    const now = start()
    const look = ({ policy }: Charge, cost: number): AnyRuling => {
      const account = tables.of(policy)
      return decide(account, stateAt(account, account.table.find(key)), now, cost)
    }
    const rulings = charges.map((charge) => look(charge, charge.cost))
    const allowed = rulings.every(isAllowed)
    const verdicts = charges.map((charge, at) => {
      const ruling = rulings[at]!
      // Another policy denied, so this one is not charged and says what can be spent of it.
      return ruling.allowed && !allowed ? look(charge, 0) : ruling
    })
    if (allowed && !dry)
      for (let at = 0; at < charges.length; at++) make(charges[at]!, key, rulings[at]!, now)
    return { verdicts, at: now }
  }

  function make({ policy, cost }: Charge, key: string, ruling: AnyRuling, now: number): void {
    if (cost === 0) return
    const account = tables.of(policy)
    const place = account.table.find(key)
    const state = charge(account, stateAt(account, place), ruling, cost)
    keep(account, key, place, state, now, ruling.resetAfterMs)
  }

  function refundAll(charges: readonly Charge[], key: string, at: number): boolean {
    const now = start()
    let any = false
    for (const { policy, cost } of charges) {
      const account = tables.of(policy)
      const place = account.table.find(key)
      if (place === undefined || cost === 0) continue
      const refunded = refund(account, account.table.state(place), now, at, cost)
      if (refunded === undefined) continue
      if (refunded.lifeMs > 0) keep(account, key, place, refunded.state, now, refunded.lifeMs)
      else drop(policy, key)
      any = true
    }
    return any
  }

  async function withKey<T>(charges: readonly Charge[], work: (key: string) => T): Promise<T> {
    const key = sharedKey(charges)
    return work(isPlain(key) ? key : await hashKey(escapeKey(key)))
  }

  function consumeNow(charges: readonly Charge[], call?: ConsumeOptions): Outcome | undefined {
    const key = sharedKey(charges)
    return isPlain(key) ? decideAll(charges, key, call?.dry === true) : undefined
  }

  const consume: Store['consume'] = (charges, call) =>
    withKey(charges, (key) => {
      const { verdicts, at } = decideAll(charges, key, call?.dry === true)
      return { verdicts: verdicts.map(verdictOf), at }
    })
  atOnce.set(consume, consumeNow)

  return {
    get size() {
      return size
    },
    consume,
    refund: (charges, at) => withKey(charges, (key) => refundAll(charges, key, at)),
    reset: (charges) =>
      withKey(charges, (key) => {
        for (const { policy } of charges) drop(policy, key)
      }),
  }
}
