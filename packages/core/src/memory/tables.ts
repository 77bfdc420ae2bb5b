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
  /** Drops one key of any table but this one, if there is any. */
  evictElsewhere(table: Table): boolean
  clear(): void
}

export function createTables(): Tables {
  let accounts = new WeakMap<Policy, Account>()
  const tables = new Map<Algorithm, Map<string, Table>>()
  // Most calls come from one limiter of one policy.
  let latest: Account | undefined

  function tableOf({ algorithm, name }: Policy): Table {
    const named = tables.get(algorithm) ?? new Map<string, Table>()
    tables.set(algorithm, named)
    const table = named.get(name) ?? new Table(algorithm)
    named.set(name, table)
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

  return {
    of(policy) {
      if (latest?.policy !== policy) latest = find(policy)
      return latest
    },
    evictElsewhere(inserted) {
      for (const named of tables.values())
        for (const table of named.values()) if (table !== inserted && table.evict()) return true
      return false
    },
    clear() {
      tables.clear()
      accounts = new WeakMap()
      latest = undefined
    },
  }
}
