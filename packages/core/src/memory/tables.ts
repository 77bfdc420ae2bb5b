import type { Algorithm, Numbers, Policy } from '../policy.ts'
import { Table } from './table.ts'

/** A policy with the table of its states; those of one algorithm and name share a table. */
export interface Account {
  readonly policy: Policy
  readonly algorithm: Algorithm
  /** The policy's own, but not frozen: the engine reads these faster. */
  readonly numbers: Numbers
  readonly table: Table
}

/** All tables of a store. */
export interface Tables {
  of(policy: Policy): Account
  /** Looks at some keys, of one table after the other, and drops those whose time is over; says how many went. */
  sweep(now: number, keys: number): number
  /** Drops one of so many keys, which are all that there are: of a small sample, the one that is closest to as good as new. */
  evict(keys: number): void
  clear(): void
}

const SAMPLE = 8

/** Which of so many keys to look at: any, or each in its turn where they are few. */
const draw = (look: number, keys: number): number =>
  keys <= SAMPLE ? look : Math.floor(Math.random() * keys)

export function createTables(): Tables {
  let accounts = new WeakMap<Policy, Account>()
  const tables = new Map<Algorithm, Map<string, Table>>()
  const all: Table[] = []
  let swept = 0
  // Most calls come from one limiter of one policy.
  let latest: Account | undefined

  function tableOf({ algorithm, name }: Policy): Table {
    const named = tables.get(algorithm) ?? new Map<string, Table>()
    tables.set(algorithm, named)
    const known = named.get(name)
    if (known !== undefined) return known
    const table = new Table(algorithm)
    named.set(name, table)
    all.push(table)
    return table
  }

  function find(policy: Policy): Account {
    const known = accounts.get(policy)
    if (known !== undefined) return known
    const { algorithm, numbers } = policy
    const account = { policy, algorithm, numbers: [...numbers], table: tableOf(policy) }
    accounts.set(policy, account)
    return account
  }

  /** The nth of all keys. */
  function placeOf(nth: number): [table: Table, place: number] {
    let place = nth
    let at = 0
    while (place >= all[at]!.length) place -= all[at++]!.length
    return [all[at]!, place]
  }

  return {
    of(policy) {
      if (latest?.policy !== policy) latest = find(policy)
      return latest
    },
    sweep(now, keys) {
      let dropped = 0
      for (let look = 0; look < keys; look++) {
        const isOver = all[swept]!.sweep(now)
        if (isOver) dropped++
        else if (isOver === undefined) swept = (swept + 1) % all.length
      }
      return dropped
    },
    // The sample is random: in a row those that stay gather, and then a flood of new keys would push out the very ones
    // that are blocked. It is of all tables: within its own, a policy of few keys would push out its blocked ones itself.
    evict(keys) {
      let [table, place] = placeOf(draw(0, keys))
      for (let look = 1; look < SAMPLE && look < keys; look++) {
        const [other, at] = placeOf(draw(look, keys))
        if (other.expiresAt(at) < table.expiresAt(place)) [table, place] = [other, at]
      }
      table.remove(place)
    },
    clear() {
      tables.clear()
      all.length = 0
      swept = 0
      accounts = new WeakMap()
      latest = undefined
    },
  }
}
