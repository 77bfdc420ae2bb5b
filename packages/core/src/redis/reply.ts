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

/** Some clients are set to give whole numbers as text. */
function whole(value: unknown, reply: unknown): number {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number))
    throw new StoreError(`Redis answered ${shape(reply)}, expected whole numbers`)
  return number
}

export interface Answer {
  readonly at: number
  readonly verdicts: readonly Verdict[]
  /** The places of the policies whose state was damaged. */
  readonly damaged: readonly number[]
}

const NONE: readonly number[] = []

/** What consume.lua answered for one check of `policies` policies. */
export function parse(reply: unknown, policies: number): Answer {
  if (!Array.isArray(reply) || reply.length !== 1 + FIELDS * policies) {
    throw new StoreError(`Redis answered ${shape(reply)}, expected a list of ${1 + FIELDS * policies}`)
  }
  const verdicts: Verdict[] = []
  let damaged = NONE
  for (let place = 0; place < policies; place++) {
    const first = 1 + FIELDS * place
    const flags = whole(reply[first], reply)
    const retry = whole(reply[first + 2], reply)
    verdicts.push({
      allowed: flags % 2 === 1,
      remaining: whole(reply[first + 1], reply),
      retryAfterMs: retry < 0 ? Number.POSITIVE_INFINITY : retry,
      resetAfterMs: whole(reply[first + 3], reply),
    })
    if (flags > 1) damaged = [...damaged, place]
  }
  return { at: whole(reply[0], reply), verdicts, damaged }
}

/** A count, such as refund.lua and reset.lua answer. */
export const parseCount = (reply: unknown): number => whole(reply, reply)
