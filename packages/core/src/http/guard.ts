import type { Decision } from '../decision.ts'
import { isOptionsError } from '../errors.ts'
import { createOutages } from '../outage.ts'
import { clientReader, listReader } from './address.ts'
import { type HeaderPlan, retryAfterOf } from './announcement.ts'
import { ask } from './ask.ts'
import { type Asked, chargeReader } from './charge.ts'
import { watchForwarded } from './forwarded.ts'
import { type Framework, type GuardOptions, planGuard } from './guard-options.ts'
import { answered, denied, tooMany, unavailable } from './refusal.ts'
import type { Reply } from './reply.ts'
import { settler } from './settle.ts'
import { consumeOnce, tell, type Visit, visitOf } from './visit.ts'

/** HTTP without a framework: a request in, a reply out. Rejects with what belongs on the framework's error path. */
export type Guard<R> = (request: R) => Promise<Reply>

const NO_HEADERS: Readonly<Record<string, string>> = /* @__PURE__ */ Object.freeze({})
const UNCOUNTED: Reply = /* @__PURE__ */ Object.freeze({ pass: true, headers: NO_HEADERS })
const DEGRADED: Reply = /* @__PURE__ */ Object.freeze({ pass: true, headers: NO_HEADERS, degraded: true })

/**
 * A guard: all of HTTP that is the same in every framework. `R` is the framework's own object for a request: the user's
 * functions get it, and all guards that meet the same one know of each other.
 * @throws OptionsError when an option is missing, unknown or not what it should be.
 */
export function createGuard<R extends object>(
  options: GuardOptions<R>,
  framework: Framework<R> = {},
): Guard<R> {
  const plan = planGuard(options, framework)
  const { skip, onLimited, respond, refundWhen } = options
  const { headers, enforce, onWarning } = plan
  const closed = plan.closed && enforce
  const reader = clientReader(framework, plan.ipv6Prefix)
  const clientOf = watchForwarded(reader, framework, onWarning, options.onWarning)
  const listOf = listReader(options, clientOf)
  const askedBy = chargeReader(options, plan, clientOf)
  const then = closed ? 'requests are answered 503' : 'requests are let through uncounted'
  const outages = createOutages(onWarning, then)

  /** The reply to a request that no limiter need be asked about. */
  async function exempt(request: R): Promise<Reply | undefined> {
    if (skip !== undefined && (await ask('skip', skip, request))) return UNCOUNTED
    const list = listOf?.(request)
    if (list === undefined) return undefined
    return list === 'deny' && enforce ? answered(respond, request, denied) : UNCOUNTED
  }

  /** The reply to a request of which the store could say nothing. */
  function undecided(request: R, { limiter }: Asked, error: unknown): Reply | Promise<Reply> {
    if (isOptionsError(error)) throw error
    outages.failed(limiter.store, error)
    return closed ? answered(respond, request, unavailable) : DEGRADED
  }

  /** A denial that is repeated says nothing of how the store is now. */
  function heard({ limiter }: Asked, { cached }: Decision): void {
    if (!cached) outages.worked(limiter.store)
  }

  // What is left of a share says nothing of the whole; a wait is true all the same.
  const waitsOnly: HeaderPlan = { ...headers, draft: false, legacy: false }

  function announce(visit: Visit, decision: Decision, partition: string): void {
    const plan = decision.degraded ? waitsOnly : headers
    const pk = partition && `;pk=${partition}`
    tell(visit, { decision, plan, pk, jitterMs: Math.random() * headers.jitterMs })
  }

  async function limited(request: R, visit: Visit, decision: Decision): Promise<Reply> {
    // More than a share of the limits ever allows is not more than the limits do: that can be said once the store is back.
    if (decision.degraded && decision.retryAfterMs === Number.POSITIVE_INFINITY)
      return answered(respond, request, unavailable)
    try {
      await onLimited?.(request, decision)
    } catch (cause) {
      onWarning({ code: 'listener-failed', message: 'the listener `onLimited` threw', cause })
    }
    return answered(respond, request, tooMany(decision, retryAfterOf(visit.told), visit.fields))
  }

  function passed(request: R, visit: Visit, decision: Decision, { limiter }: Asked): Reply {
    const settle =
      refundWhen && decision.allowed ? settler(refundWhen, request, limiter, decision, onWarning) : undefined
    return { pass: true, headers: visit.fields, decision, settle }
  }

  // Waits only for what is a promise: a turn of the event loop costs as much as the work.
  return async function guard(request) {
    const exemption = skip || listOf ? await exempt(request) : undefined
    if (exemption !== undefined) return exemption
    const asking = askedBy(request)
    const asked = asking instanceof Promise ? await asking : asking
    const visit = visitOf(request)
    let decision: Decision
    try {
      decision = await consumeOnce(visit, asked.limiter, asked.key, asked.cost)
    } catch (error) {
      return undecided(request, asked, error)
    }
    heard(asked, decision)
    if (!enforce) return passed(request, visit, decision, asked)
    announce(visit, decision, headers.partition ? await headers.partition(asked.key) : '')
    return decision.allowed ? passed(request, visit, decision, asked) : limited(request, visit, decision)
  }
}
