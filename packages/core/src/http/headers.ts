import { type Duration, toMs } from '../duration.ts'
import { checkOptions, unexpected } from '../options.ts'
import type { Policy } from '../policy.ts'
import { type Announcement, bindingOf, type Draft, type HeaderPlan, seconds } from './announcement.ts'
import { type Fields, FORMS, NEWEST, prepare } from './forms.ts'
import { createPartitioner } from './partition.ts'

/** The option `headers` of a guard. */
export interface HeaderOptions {
  /** The IETF draft whose form of `RateLimit` and `RateLimit-Policy` is sent, 11 by default (as 8, 9 and 10); `false` sends neither. */
  draft?: Draft | false
  /** What `X-RateLimit-Reset` counts: seconds since the epoch (default) or from now; `false` sends no `X-RateLimit-…` at all. */
  legacy?: 'epoch' | 'delta' | false
  /** Tells waits up to this much longer, at random, so that clients do not come back all at once; not by default. */
  jitter?: Duration
  /** Sends `pk`, a hash of the key under this secret, which tells a client's quotas apart without naming anyone; not by default. */
  partitionSecret?: string
}

/** Reads the option `headers`: nothing for the defaults, `false` for none but `Retry-After`. */
export function planHeaders(options: HeaderOptions | boolean | undefined): HeaderPlan {
  if (options === false) return { draft: false, legacy: false, jitterMs: 0 }
  if (options === undefined || options === true) return { draft: NEWEST, legacy: 'epoch', jitterMs: 0 }
  checkOptions('headers', options, ['draft', 'legacy', 'jitter', 'partitionSecret'])
  const { draft = NEWEST, legacy = 'epoch', jitter, partitionSecret } = options
  if (draft !== false && (typeof draft !== 'number' || !Object.hasOwn(FORMS, draft))) {
    throw unexpected('headers.draft', `${Object.keys(FORMS).join(', ')} or false`, draft)
  }
  if (legacy !== false && legacy !== 'epoch' && legacy !== 'delta') {
    throw unexpected('headers.legacy', "'epoch', 'delta' or false", legacy)
  }
  if (partitionSecret !== undefined && (typeof partitionSecret !== 'string' || partitionSecret === '')) {
    throw unexpected(
      'headers.partitionSecret',
      'a text',
      partitionSecret === '' ? '' : typeof partitionSecret,
    )
  }
  return {
    draft,
    legacy,
    jitterMs: jitter === undefined ? 0 : toMs('headers.jitter', jitter),
    partition: partitionSecret === undefined ? undefined : createPartitioner(partitionSecret),
  }
}

/** Makes the constant parts of the fields, and refuses policies that they cannot carry. */
export function prepareFields(policies: readonly Policy[], { draft }: HeaderPlan): void {
  if (draft !== false) for (const policy of policies) prepare(policy)
}

const where = (
  all: readonly Announcement[],
  test: (one: Announcement) => boolean,
): readonly Announcement[] => (all.every(test) ? all : all.filter(test))
const isDrafted = ({ plan }: Announcement): boolean => plan.draft !== false
const isLegacy = ({ plan }: Announcement): boolean => plan.legacy !== false

/** Writes the fields for all that is told on a request. The form is that of the first guard that sends any. */
export function writeFields(all: readonly Announcement[], fields: Fields): void {
  const drafted = where(all, isDrafted)
  if (drafted.length > 0) FORMS[drafted[0]!.plan.draft as Draft](drafted, fields)
  const bound = bindingOf(where(all, isLegacy))
  if (bound === undefined) return
  const [told, { decision, plan }] = bound
  const resetMs = plan.legacy === 'epoch' ? decision.at + told.resetAfterMs : told.resetAfterMs
  fields['X-RateLimit-Limit'] = `${told.policy.quota.units}`
  fields['X-RateLimit-Remaining'] = `${told.remaining}`
  fields['X-RateLimit-Reset'] = `${seconds(resetMs)}`
}
