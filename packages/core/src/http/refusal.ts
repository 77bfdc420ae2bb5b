import type { Decision } from '../decision.ts'
import { checkOptions, unexpected } from '../options.ts'
import { ask } from './ask.ts'
import type { GuardSettings } from './guard-options.ts'
import { forbidden, PROBLEM_TYPE, quotaExceeded, reducedCapacity } from './problem.ts'
import type { Answer, Refusal } from './reply.ts'

type Fields = Readonly<Record<string, string>>

const refusal = (status: number, body: string, fields?: Fields, decision?: Decision): Refusal => ({
  pass: false,
  status,
  headers: { ...fields, 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store' },
  body,
  decision,
})

/** 429, with `Retry-After` where waiting helps. */
export function tooMany(decision: Decision, retryAfter: number | undefined, fields: Fields): Refusal {
  const more = retryAfter === undefined ? fields : { ...fields, 'Retry-After': `${retryAfter}` }
  return refusal(429, quotaExceeded(decision, retryAfter), more, decision)
}

/** 503, without any number: nothing is known. */
export const unavailable: Refusal = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ refusal(503, reducedCapacity),
)

/** 403. */
export const denied: Refusal = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ refusal(403, forbidden))

/** Headers with others on top; names differ by more than their case. */
function mergeHeaders(headers: Fields, more: Fields): Record<string, string> {
  const merged = { ...headers }
  for (const [name, value] of Object.entries(more)) {
    const known = Object.keys(merged).find((other) => other.toLowerCase() === name.toLowerCase())
    merged[known ?? name] = value
  }
  return merged
}

// A response of these has no body, and some frameworks refuse to make one with any.
const BODILESS: readonly number[] = [204, 205, 304]

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

function withAnswer(refused: Refusal, answer: Answer): Refusal {
  checkOptions('the answer of respond', answer, ['status', 'headers', 'body'])
  const { status, headers = {}, body } = answer
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    throw unexpected('status', 'a whole number from 200 to 599 in the answer of `respond`', status)
  }
  const type = body === undefined ? {} : { 'Content-Type': typeof body === 'string' ? TEXT_TYPE : JSON_TYPE }
  const text = body === undefined ? refused.body : typeof body === 'string' ? body : JSON.stringify(body)
  return {
    ...refused,
    status: status ?? refused.status,
    headers: mergeHeaders({ ...refused.headers, ...type }, headers),
    body: BODILESS.includes(status ?? refused.status) ? '' : text,
  }
}

/** An error of the user's, with the headers that the refusal would have had: frameworks send an error's `headers`. */
function withFields(error: Error, { headers }: Refusal): Error {
  const { 'Content-Type': _, ...fields } = headers
  const own = (error as { headers?: Fields }).headers ?? {}
  return Object.assign(error, { headers: mergeHeaders(fields, own) })
}

/** The refusal with the user's answer on top, if there is one. What `respond` throws is meant for the framework. */
export async function answered<R>(
  respond: GuardSettings<R>['respond'],
  request: R,
  refused: Refusal,
): Promise<Refusal> {
  if (respond === undefined) return refused
  const answer = await ask('respond', async () => {
    try {
      return await respond(request, refused)
    } catch (error) {
      throw error instanceof Error ? withFields(error, refused) : error
    }
  })
  return answer === undefined ? refused : withAnswer(refused, answer)
}
