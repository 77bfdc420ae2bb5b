import type { Cost } from '../cost.ts'
import type { Decision } from '../decision.ts'
import type { Limiter } from '../limiter.ts'
import type { Announcement } from './announcement.ts'
import type { Fields } from './forms.ts'
import { writeFields } from './headers.ts'

interface Charged {
  readonly limiter: Limiter
  readonly key: string
  readonly cost: number | string
  readonly decision: Promise<Decision>
}

/** What all guards together did on one request. */
export interface Visit {
  charged: readonly Charged[]
  told: readonly Announcement[]
  /** Fields for the response; a later guard on the same request adds to them. */
  readonly fields: Fields
}

// Lists of the length that they have: a list that is pushed to takes room for sixteen.
const NOTHING: readonly never[] = []
const newVisit = (): Visit => ({ charged: NOTHING, told: NOTHING, fields: {} })

// On the request itself: a WeakMap of short-lived requests costs the garbage collector more than a decision does.
const VISIT: unique symbol = /* @__PURE__ */ Symbol('rl.visit')
const frozen = new WeakMap<object, Visit>()

/** The memory of one request, known by the framework's own object for it. */
export function visitOf(request: object & { [VISIT]?: Visit }): Visit {
  const known = request[VISIT]
  if (known !== undefined) return known
  if (Object.isExtensible(request)) {
    request[VISIT] = newVisit()
    return request[VISIT]
  }
  const visit = frozen.get(request) ?? newVisit()
  frozen.set(request, visit)
  return visit
}

/** Consumes once: a limiter that is met twice on a request, with the same key and cost, decides and charges once. */
export function consumeOnce(visit: Visit, limiter: Limiter, key: string, cost: Cost): Promise<Decision> {
  const id = typeof cost === 'number' ? cost : JSON.stringify(cost)
  for (const charge of visit.charged) {
    if (charge.limiter === limiter && charge.key === key && charge.cost === id) return charge.decision
  }
  const decision = cost === 1 ? limiter.consume(key) : limiter.consume(key, { cost })
  visit.charged = [...visit.charged, { limiter, key, cost: id, decision }]
  return decision
}

/** Adds a decision to what the response will say, once. */
export function tell(visit: Visit, announcement: Announcement): void {
  for (const { decision } of visit.told) if (decision === announcement.decision) return
  visit.told = [...visit.told, announcement]
  writeFields(visit.told, visit.fields)
}
