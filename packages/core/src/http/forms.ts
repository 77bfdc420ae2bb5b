import type { Policy } from '../policy.ts'
import { type Announcement, bindingOf, type Draft, seconds, type Told, waitOf } from './announcement.ts'
import { toFieldInteger, toFieldString } from './structured.ts'

/** Header fields by name. */
export type Fields = Record<string, string>

/** Writes the fields of one draft for all that is told on a request. */
type Form = (all: readonly Announcement[], fields: Fields) => void

const windowOf = ({ quota }: Policy): number | undefined =>
  quota.windowMs < 1_000 ? undefined : toFieldInteger(seconds(quota.windowMs))

interface Prepared {
  /** The name as a field has it. */
  readonly name: string
  /** The policy's item in `RateLimit-Policy`, but for `pk`. */
  readonly item: string
}

const prepared = new WeakMap<Policy, Prepared>()

/** The constant part of a policy's fields. Throws an `OptionsError` for a name that no header can carry. */
export function prepare(policy: Policy): Prepared {
  const known = prepared.get(policy)
  if (known !== undefined) return known
  const name = toFieldString(policy.name)
  const window = windowOf(policy)
  const item = `${name};q=${toFieldInteger(policy.quota.units)}${window === undefined ? '' : `;w=${window}`}`
  prepared.set(policy, { name, item })
  return { name, item }
}

function limitOf(told: Told, announcement: Announcement): string {
  const wait = told.allowed ? seconds(told.resetAfterMs) : waitOf(told, announcement)
  const t = wait < Number.POSITIVE_INFINITY ? `;t=${toFieldInteger(wait)}` : ''
  return `${prepare(told.policy).name};r=${toFieldInteger(told.remaining)}${t}${announcement.pk}`
}

function listed(
  all: readonly Announcement[],
  item: (told: Told, announcement: Announcement) => string | undefined,
): string {
  let list = ''
  for (const announcement of all) {
    for (const told of announcement.decision.policies) {
      const text = item(told, announcement)
      if (text !== undefined) list += list === '' ? text : `, ${text}`
    }
  }
  return list
}

const items: Form = (all, fields) => {
  fields['RateLimit-Policy'] = listed(all, ({ policy }, { pk }) => prepare(policy).item + pk)
  fields.RateLimit = listed(all, limitOf)
}

// Both older forms ask for the window, so a policy without whole seconds is left out of theirs.
function oldPolicies(all: readonly Announcement[], fields: Fields): void {
  const list = listed(all, ({ policy }) => {
    const window = windowOf(policy)
    return window === undefined ? undefined : `${toFieldInteger(policy.quota.units)};w=${window}`
  })
  if (list !== '') fields['RateLimit-Policy'] = list
}

function oldNumbers(all: readonly Announcement[]): [limit: number, remaining: number, reset: number] {
  const [told, announcement] = bindingOf(all)!
  const wait =
    told.allowed || told.retryAfterMs === Number.POSITIVE_INFINITY
      ? seconds(told.resetAfterMs)
      : waitOf(told, announcement)
  return [toFieldInteger(told.policy.quota.units), toFieldInteger(told.remaining), toFieldInteger(wait)]
}

const dictionary: Form = (all, fields) => {
  const [limit, remaining, reset] = oldNumbers(all)
  oldPolicies(all, fields)
  fields.RateLimit = `limit=${limit}, remaining=${remaining}, reset=${reset}`
}

const separate: Form = (all, fields) => {
  const [limit, remaining, reset] = oldNumbers(all)
  oldPolicies(all, fields)
  fields['RateLimit-Limit'] = `${limit}`
  fields['RateLimit-Remaining'] = `${remaining}`
  fields['RateLimit-Reset'] = `${reset}`
}

/** A later draft with other fields is one more row. */
export const FORMS: Readonly<Record<Draft, Form>> = {
  6: separate,
  7: dictionary,
  8: items,
  9: items,
  10: items,
  11: items,
}

export const NEWEST: Draft = 11
