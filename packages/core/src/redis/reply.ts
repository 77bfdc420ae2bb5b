import { StoreError } from '../errors.ts'
import type { Verdict } from '../policy.ts'
import type { Outcome } from '../store.ts'

const SHOWN = 8

/** What may be told of a reply that makes no sense: its shape, never what is in it. */
function shape(reply: unknown): string {
  if (Array.isArray(reply)) {
    const kinds = reply.slice(0, SHOWN).map((value) => (value === null ? 'null' : typeof value))
    return `a list of ${reply.length} (${kinds.join(', ')}${reply.length > SHOWN ? ', …' : ''})`
  }
  return reply === null ? 'null' : typeof reply
}

const nonsense = (reply: unknown, expected: string): StoreError =>
  new StoreError(`Redis answered ${shape(reply)}, expected ${expected}`)

/** Very large whole numbers come as text, exact to the last digit, and some clients are set to give all of them so. */
function whole(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? Number(value) : Number.NaN
}

/** Below zero a number says one thing more: `-1 - value` stands for `value`. */
const unmarked = (value: number): number => (value < 0 ? -1 - value : value)

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

/** What consume.lua answered for `checks` checks of `policies` policies each. */
export function parse(reply: unknown, checks: number, policies: number): Parsed {
  const fail = (): never => {
    const each = `two or three for each of ${checks * policies} decisions`
    throw nonsense(reply, `whole numbers: the time, and ${each}`)
  }
  if (!Array.isArray(reply)) return fail()
  const at = whole(reply[0])
  if (!(at >= 0)) fail()
  const damages: Damage[] = []
  if (reply.length === 1) return { at, outcomes: undefined, damages }
  let place = 1

  const verdict = (check: number, policy: number): Verdict => {
    const remaining = whole(reply[place++])
    const resetAfterMs = whole(reply[place++])
    const allowed = remaining >= 0
    const retry = allowed ? 0 : whole(reply[place++])
    if (Number.isNaN(remaining + resetAfterMs) || !(allowed || retry > 0 || retry === -1)) fail()
    if (resetAfterMs < 0) damages.push({ check, policy })
    return {
      allowed,
      remaining: unmarked(remaining),
      retryAfterMs: retry < 0 ? Number.POSITIVE_INFINITY : retry,
      resetAfterMs: unmarked(resetAfterMs),
    }
  }

  const outcomes: Outcome[] = []
  for (let check = 0; check < checks; check++) {
    const verdicts = [verdict(check, 0)]
    for (let policy = 1; policy < policies; policy++) verdicts.push(verdict(check, policy))
    outcomes.push({ verdicts, at })
  }
  if (place !== reply.length) fail()
  return { at, outcomes, damages }
}

/** What refund.lua and reset.lua answered. */
export interface Counted {
  /** How many; none where the script refused to act because it was too late. */
  readonly count: number | undefined
  /** The server's time where it refused. */
  readonly at: number
}

/** What refund.lua or reset.lua answered. */
export function parseCount(reply: unknown): Counted {
  const isRefusal = Array.isArray(reply) && reply.length === 1
  const value = whole(isRefusal ? reply[0] : reply)
  if (!(value >= 0)) throw nonsense(reply, 'a whole number of at least 0')
  return isRefusal ? { count: undefined, at: value } : { count: value, at: 0 }
}
