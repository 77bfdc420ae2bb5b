import { StoreError } from '../errors.ts'
import type { Verdict } from '../policy.ts'
import type { Outcome } from '../store.ts'

const FIELDS = 4

/** What may be told of a reply that makes no sense: its shape, never what is in it. */
function shape(reply: unknown): string {
  if (Array.isArray(reply)) {
    const kinds = reply.slice(0, 2 * FIELDS).map((value) => (value === null ? 'null' : typeof value))
    return `a list of ${reply.length} (${kinds.join(', ')}${reply.length > kinds.length ? ', …' : ''})`
  }
  return reply === null ? 'null' : typeof reply
}

/** Very large whole numbers come as text, exact to the last digit, and some clients are set to give all of them so. */
function whole(value: unknown, reply: unknown, least = 0): number {
  if (typeof value === 'number' && value >= least && Number.isSafeInteger(value)) return value
  if (typeof value === 'string' && /^-?\d{1,19}$/.test(value) && Number(value) >= least) return Number(value)
  throw new StoreError(`Redis answered ${shape(reply)}, expected whole numbers of at least ${least}`)
}

/** A stored value that was damaged: of the check and the policy at these places. */
export interface Damage {
  readonly check: number
  readonly policy: number
}

/** What consume.lua answered. */
export interface Parsed {
  /** The server's time. */
  readonly at: number
  /** One for each check, in their order; none where the script refused to act because it was too late. */
  readonly outcomes: readonly Outcome[] | undefined
  readonly damages: readonly Damage[]
}

function verdictOf(reply: readonly unknown[], flags: number, place: number): Verdict {
  const allowed = flags % 2 === 1
  const retry = whole(reply[place + 2], reply, -1)
  if (flags > 3 || allowed !== (retry === 0)) {
    throw new StoreError(`Redis answered ${shape(reply)}, which contradicts itself`)
  }
  return {
    allowed,
    remaining: whole(reply[place + 1], reply),
    retryAfterMs: retry < 0 ? Number.POSITIVE_INFINITY : retry,
    resetAfterMs: whole(reply[place + 3], reply),
  }
}

/** What consume.lua answered for `checks` checks of `policies` policies each. */
export function parse(reply: unknown, checks: number, policies: number): Parsed {
  const length = 1 + FIELDS * policies * checks
  if (!Array.isArray(reply) || (reply.length !== length && reply.length !== 1)) {
    throw new StoreError(`Redis answered ${shape(reply)}, expected a list of ${length}`)
  }
  const at = whole(reply[0], reply)
  const damages: Damage[] = []
  if (reply.length === 1) return { at, outcomes: undefined, damages }

  const verdict = (check: number, policy: number): Verdict => {
    const place = 1 + FIELDS * (check * policies + policy)
    const flags = whole(reply[place], reply)
    if (flags > 1) damages.push({ check, policy })
    return verdictOf(reply, flags, place)
  }
  const outcomes: Outcome[] = []
  for (let check = 0; check < checks; check++) {
    const verdicts = [verdict(check, 0)]
    for (let policy = 1; policy < policies; policy++) verdicts.push(verdict(check, policy))
    outcomes.push({ verdicts, at })
  }
  return { at, outcomes, damages }
}

/** A count, such as refund.lua and reset.lua answer. */
export const parseCount = (reply: unknown): number => whole(reply, reply)
