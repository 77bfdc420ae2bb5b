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
  readonly charged: Charged[]
  readonly told: Announcement[]
  /** Fields for the response; a later guard on the same request adds to them. */
  readonly fields: Fields
}

const visits = new WeakMap<object, Visit>()

/** The memory of one request, known by the framework's own object for it. */
export function visitOf(request: object): Visit {
  const known = visits.get(request)
  if (known !== undefined) return known
  const visit: Visit = { charged: [], told: [], fields: {} }
  visits.set(request, visit)
  return visit
}

/** Consumes once: a limiter that is met twice on a request, with the same key and cost, decides and charges once. */
export function consumeOnce(
  { charged }: Visit,
  limiter: Limiter,
  key: string,
  cost: Cost,
): Promise<Decision> {
  const id = typeof cost === 'number' ? cost : JSON.stringify(cost)
  for (const charge of charged) {
    if (charge.limiter === limiter && charge.key === key && charge.cost === id) return charge.decision
  }
  const decision = limiter.consume(key, { cost })
  charged.push({ limiter, key, cost: id, decision })
  return decision
}

/** Adds a decision to what the response will say, once. */
export function tell({ told, fields }: Visit, announcement: Announcement): void {
  if (told.some(({ decision }) => decision === announcement.decision)) return
  told.push(announcement)
  writeFields(told, fields)
}
