import { OptionsError } from './errors.ts'
import { show, unexpected } from './options.ts'
import type { Policy } from './policy.ts'

/** Units a call asks for: of every policy, or of those that are named (1 of the others). */
export type Cost = number | Readonly<Record<string, number>>

function checkUnits(name: string, units: unknown): number {
  if (!Number.isSafeInteger(units) || (units as number) < 0)
    throw unexpected(name, 'a whole number of at least 0', units)
  return units as number
}

/** The units that a cost asks of each policy, in the order of the policies. */
export function unitsOf(policies: readonly Policy[], cost: Cost): number[] {
  if (typeof cost !== 'object' || cost === null || Array.isArray(cost)) {
    const units = checkUnits('cost', cost)
    return policies.map(() => units)
  }
  for (const name of Object.keys(cost)) {
    if (!policies.some((policy) => policy.name === name)) {
      throw new OptionsError(`Expected \`cost\` to name policies of this limiter, got ${show(name)}`)
    }
  }
  return policies.map(({ name }) => (Object.hasOwn(cost, name) ? checkUnits(`cost.${name}`, cost[name]) : 1))
}
