import type { Policy } from '../policy.ts'
import type { Charge } from '../store.ts'
import { keyNames } from './keys.ts'
import type { Script, Scripts } from './script.ts'

/** Checks that may travel in one call: the same policies, so the same scripts and numbers. */
export interface Group {
  readonly policies: readonly Policy[]
  /** Decides one check. */
  readonly one: Script
  /** Decides a batch of checks. */
  readonly many: Script
  readonly numbers: readonly string[]
  /** For each policy, the name of the Redis key that holds its state, by hash tag. */
  readonly names: readonly ((tag: string) => string)[]
}

function isOf({ policies }: Group, charges: readonly Charge[]): boolean {
  if (policies.length !== charges.length) return false
  for (let place = 0; place < charges.length; place++) {
    if (policies[place] !== charges[place]!.policy) return false
  }
  return true
}

// Limiters that are made anew for each request must not be remembered for ever.
const MOST_GROUPS = 16

/** Finds the group of a call by its policies: those of a limiter are always the same objects. */
export function createGroups(scripts: Scripts, prefix: string): (charges: readonly Charge[]) => Group {
  const byFirst = new WeakMap<Policy, Group[]>()
  // Most calls come from one limiter.
  let latest: Group | undefined

  function find(charges: readonly Charge[]): Group {
    const first = charges[0]!.policy
    const known = byFirst.get(first) ?? []
    const found = known.find((group) => isOf(group, charges))
    if (found) return found
    const policies = charges.map(({ policy }) => policy)
    const group: Group = {
      policies,
      one: scripts.one(policies),
      many: scripts.many(policies),
      numbers: policies.flatMap(({ numbers }) => numbers.map(String)),
      names: policies.map((policy) => keyNames(prefix, policy)),
    }
    byFirst.set(first, [group, ...known.slice(0, MOST_GROUPS - 1)])
    return group
  }

  return (charges) => {
    if (latest === undefined || !isOf(latest, charges)) latest = find(charges)
    return latest
  }
}
