import type { Policy } from '../policy.ts'
import type { Charge } from '../store.ts'
import type { Group } from './check.ts'
import type { Scripts } from './script.ts'

const same = ({ policies }: Group, charges: readonly Charge[]): boolean =>
  policies.length === charges.length && policies.every((policy, place) => policy === charges[place]!.policy)

// Limiters that are made anew for each request must not be remembered for ever.
const MOST_GROUPS = 16

/** Finds the group of a call by its policies: those of a limiter are always the same objects. */
export function createGroups(scripts: Scripts): (charges: readonly Charge[]) => Group {
  const byFirst = new WeakMap<Policy, Group[]>()
  return (charges) => {
    const first = charges[0]!.policy
    const known = byFirst.get(first) ?? []
    const found = known.find((group) => same(group, charges))
    if (found) return found
    const policies = charges.map(({ policy }) => policy)
    const group: Group = {
      policies,
      one: scripts.one(policies),
      many: scripts.many(policies),
      numbers: policies.flatMap(({ numbers }) => numbers.map(String)),
    }
    byFirst.set(first, [group, ...known.slice(0, MOST_GROUPS - 1)])
    return group
  }
}
