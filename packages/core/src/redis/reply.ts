import { StoreError } from '../errors.ts'
import type { Verdict } from '../policy.ts'

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
  const number =
    typeof value === 'string' && /^-?\d{1,19}$/.test(value)
      ? Number(value)
      : Number.isSafeInteger(value)
        ? (value as number)
        : Number.NaN
  if (number >= least) return number
  throw new StoreError(`Redis answered ${shape(reply)}, expected whole numbers of at least ${least}`)
}

/** What consume.lua answered for one check. */
export interface Answer {
  readonly at: number
  readonly verdicts: readonly Verdict[]
  /** The places of the policies whose state was damaged. */
  readonly damaged: readonly number[]
}

const NONE: readonly number[] = []

function answerOf(reply: unknown[], at: number, first: number, policies: number): Answer {
  const verdicts: Verdict[] = []
  let damaged = NONE
  for (let place = 0; place < policies; place++) {
    const next = first + FIELDS * place
    const flags = whole(reply[next], reply)
    const retry = whole(reply[next + 2], reply, -1)
    const allowed = flags % 2 === 1
    if (flags > 3 || allowed !== (retry === 0)) {
      throw new StoreError(`Redis answered ${shape(reply)}, which contradicts itself`)
    }
    verdicts.push({
      allowed,
      remaining: whole(reply[next + 1], reply),
      retryAfterMs: retry < 0 ? Number.POSITIVE_INFINITY : retry,
      resetAfterMs: whole(reply[next + 3], reply),
    })
    if (flags > 1) damaged = [...damaged, place]
  }
  return { at, verdicts, damaged }
}

export interface Parsed {
  /** The server's time. */
  readonly at: number
  /** One for each check, in their order; none where the script refused to act because it was too late. */
  readonly answers: readonly Answer[] | undefined
}

/** What consume.lua answered for `checks` checks of `policies` policies each. */
export function parse(reply: unknown, checks: number, policies: number): Parsed {
  const length = 1 + FIELDS * policies * checks
  if (!Array.isArray(reply) || (reply.length !== length && reply.length !== 1)) {
    throw new StoreError(`Redis answered ${shape(reply)}, expected a list of ${length}`)
  }
  const at = whole(reply[0], reply)
  if (reply.length === 1) return { at, answers: undefined }
  const answers: Answer[] = []
  for (let check = 0; check < checks; check++) {
    answers.push(answerOf(reply, at, 1 + FIELDS * policies * check, policies))
  }
  return { at, answers }
}

/** A count, such as refund.lua and reset.lua answer. */
export const parseCount = (reply: unknown): number => whole(reply, reply)
