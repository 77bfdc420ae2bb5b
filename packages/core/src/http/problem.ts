import type { Decision } from '../decision.ts'

/** A problem (RFC 9457) as text, with the media type for it. */
export const PROBLEM_TYPE = 'application/problem+json'

const TYPES = 'https://iana.org/assignments/http-problem-types#'

/** 429: which policies were exceeded, and what helps. */
export function quotaExceeded(decision: Decision, retryAfter: number | undefined): string {
  return JSON.stringify({
    type: `${TYPES}quota-exceeded`,
    title: 'Quota Exceeded',
    status: 429,
    detail:
      retryAfter === undefined
        ? 'This request asks for more than the quota ever holds; it will never be let through.'
        : `Too many requests; try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    'violated-policies': decision.policies.filter(({ allowed }) => !allowed).map(({ policy }) => policy.name),
  })
}

/** 503: nobody can say whether the request is within its quota, and it is not let through without. */
export const reducedCapacity: string = /* @__PURE__ */ JSON.stringify({
  type: `${TYPES}temporary-reduced-capacity`,
  title: 'Temporary Reduced Capacity',
  status: 503,
  detail: 'The quota of this request cannot be checked now; try again later.',
})

/** 403: the client's address is on the list of those to refuse. */
export const forbidden: string = /* @__PURE__ */ JSON.stringify({
  type: 'about:blank',
  title: 'Forbidden',
  status: 403,
  detail: 'Requests from this address are refused.',
})
