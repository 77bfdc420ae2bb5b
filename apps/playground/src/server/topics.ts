import {
  createLimiter,
  type Decision,
  isOptionsError,
  type Limiter,
  type Policy,
  rateLimit,
  type Store,
} from '@rl/hono'
import type { Event } from '../page/live/messages.ts'
import { checkSpec, type PolicySpec } from '../page/policy/spec.ts'

/** A policy that is being tried here, and what happened under it. */
export interface Topic {
  /** The same on every server. */
  readonly id: string
  readonly limiter: Limiter
  /** Requests allowed and denied since it was first asked about here. */
  readonly counts: { allowed: number; denied: number }
  /** The latest events. */
  readonly recent: Event[]
  /** Who looks on. */
  readonly watchers: Set<Watcher>
}

export interface Watcher {
  readonly key: string
  send(kind: string, data: unknown): void
}

/** What the page can be told: why there is no topic. */
export interface Refused {
  readonly status: 400 | 503
  readonly reason: string
}

const MOST_TOPICS = 64
const MOST_RECENT = 300
const LARGEST_LOG = 10_000
const MOST_CHARGED = 1_000

export interface Topics {
  find(spec: PolicySpec): Topic | Refused
  known(id: string): Topic | undefined
  all(): Iterable<Topic>
  /** Keeps an allowed decision so that it can be refunded. */
  keep(topic: Topic, key: string, decision: Decision): void
  /** The latest allowed decision of a key that was not taken yet. */
  take(topic: Topic, key: string): Decision | undefined
}

export const isTopic = (found: Topic | Refused): found is Topic => 'limiter' in found

/** Adds events to what a topic knows. */
export function record(topic: Topic, events: readonly Event[]): void {
  for (const { ok } of events) topic.counts[ok ? 'allowed' : 'denied']++
  topic.recent.push(...events)
  topic.recent.splice(0, Math.max(0, topic.recent.length - MOST_RECENT))
}

/** A limiter for a policy, or why there is none: a middleware refuses what its headers could not carry. */
function limiterFor(store: Store, policy: Policy): Limiter | Refused {
  const { algorithm, numbers } = policy
  if (algorithm.state === 'times' && numbers[0]! > LARGEST_LOG) {
    return {
      status: 400,
      reason: `Expected \`limit\` to be at most ${LARGEST_LOG} for a log in this playground`,
    }
  }
  const limiter = createLimiter({ store, policies: policy, onWarning: () => {} })
  try {
    rateLimit({ limiter, key: () => 'any' })
    return limiter
  } catch (error) {
    if (isOptionsError(error)) return { status: 400, reason: error.message }
    throw error
  }
}

/** The policies in use, as many as fit: the one not asked about for longest makes room, unless somebody looks on. */
export function createTopics(store: Store): Topics {
  const topics = new Map<string, Topic>()
  const charged: { topic: Topic; key: string; decision: Decision }[] = []

  function makeRoom(): boolean {
    if (topics.size < MOST_TOPICS) return true
    for (const { id, watchers } of topics.values()) {
      if (watchers.size === 0) return topics.delete(id)
    }
    return false
  }

  return {
    find(spec) {
      const { policy, error } = checkSpec(spec)
      if (policy === undefined) return { status: 400, reason: error }
      const { algorithm, numbers, name } = policy
      const id = JSON.stringify([algorithm.id, name, ...numbers])
      const known = topics.get(id)
      if (known) {
        topics.delete(id)
        topics.set(id, known)
        return known
      }
      const limiter = limiterFor(store, policy)
      if ('reason' in limiter) return limiter
      if (!makeRoom()) return { status: 503, reason: 'Too many policies are being watched' }
      const topic: Topic = {
        id,
        limiter,
        counts: { allowed: 0, denied: 0 },
        recent: [],
        watchers: new Set(),
      }
      topics.set(id, topic)
      return topic
    },
    known: (id) => topics.get(id),
    all: () => topics.values(),
    keep(topic, key, decision) {
      charged.push({ topic, key, decision })
      if (charged.length > MOST_CHARGED) charged.shift()
    },
    take(topic, key) {
      const place = charged.findLastIndex((one) => one.topic === topic && one.key === key)
      return place < 0 ? undefined : charged.splice(place, 1)[0]?.decision
    },
  }
}
