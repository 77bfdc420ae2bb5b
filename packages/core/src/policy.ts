import { OptionsError } from './errors.ts'
import { checkPositive, unexpected } from './options.ts'

/** What one policy says of one request. Times are whole milliseconds from the decision on. */
export interface Verdict {
  /** Whether this policy lets the request through. */
  readonly allowed: boolean
  /** Whole units that can be spent now. */
  readonly remaining: number
  /** Milliseconds until the same cost is allowed: 0 when allowed, `Infinity` when it never can be. */
  readonly retryAfterMs: number
  /** Milliseconds until the key is as good as new; also the life of what is stored for it. */
  readonly resetAfterMs: number
}

/** Whole numbers of at most 2^53 - 1: the numbers of a policy, or the state that it keeps for one key. */
export type Numbers = readonly number[]

/** A verdict, and what to keep if the charge is made. */
export interface Ruling<Next> extends Verdict {
  /** The state after the charge; of no meaning where it is denied. */
  readonly next: Next
}

/** What to keep after a refund, and its life in milliseconds; a life of 0 means that nothing need be kept. */
export interface Refunded<Next> {
  /** The state after the refund. */
  readonly next: Next
  /** How long it is to be kept, in milliseconds. */
  readonly lifeMs: number
}

/**
 * A pure decision, written twice: here for the memory store and in `lua` for Redis. The two are twins:
 * given the same numbers, state, time and cost they answer the same, to the last digit.
 */
interface Twin<State, Next, Taken> {
  /** Two letters, the last part of every key that holds its state. */
  readonly id: string
  /** `decide` and `refund` as Lua functions; see `redis/compose.ts` for what they are given and return. */
  readonly lua: string
  /** Rules on a cost at a time (ms since the epoch), given what is kept for the key, good for this call only; changes nothing. */
  decide(numbers: Numbers, state: State | undefined, now: number, cost: number): Ruling<Next>
  /** Takes back `cost` that was charged at the time `at`, or returns nothing where that can no longer be told. */
  refund(numbers: Numbers, state: State, now: number, at: number, cost: number): Refunded<Taken> | undefined
}

/** An algorithm whose state for a key is a short list of whole numbers. */
export interface NumbersAlgorithm extends Twin<Numbers, Numbers, Numbers> {
  /** Which kind of state it keeps. */
  readonly state: 'numbers'
  /** How many numbers that list has. */
  readonly size: number
}

/** Times in ms since the epoch, never falling; read only. */
export interface Times {
  /** How many there are. */
  readonly length: number
  /** The time at this place, from 0, the oldest. */
  at(index: number): number
}

/** What a charge does to a log: entries dropped at its two ends, and the time to append, once for each unit. */
export interface Append {
  /** How many of the oldest entries go. */
  readonly dropFirst: number
  /** How many of the newest entries go. */
  readonly dropLast: number
  /** The time that is appended, ms since the epoch. */
  readonly time: number
}

/** What a refund does to a log: some entries of one time go. */
export interface Removal {
  /** The time of the entries, ms since the epoch. */
  readonly time: number
  /** How many of them go. */
  readonly count: number
}

/** An algorithm whose state for a key is a log: a time for each unit. Each store keeps it in the cheapest way it has. */
export interface TimesAlgorithm extends Twin<Times, Append, Removal> {
  /** Which kind of state it keeps. */
  readonly state: 'times'
}

/** What a policy carries: how it decides, in both languages. */
export type Algorithm = NumbersAlgorithm | TimesAlgorithm

/** One rule: a name, an algorithm and its numbers. Plain frozen data, made by `tokenBucket`, `fixedWindow`, … */
export interface Policy {
  /** Its name in keys, headers and decisions. */
  readonly name: string
  /** How it decides. */
  readonly algorithm: Algorithm
  /** What the twins compute with, in the order that the algorithm says. */
  readonly numbers: Numbers
  /** What headers say: a window's limit and length; a bucket's capacity and time to fill. */
  readonly quota: {
    /** A limit or a capacity. */
    readonly units: number
    /** Milliseconds. */
    readonly windowMs: number
  }
  /** Each instance's share where `instances` of them decide alone, rounded up. */
  divide(instances: number): Policy
}

const LONGEST_NAME = 128

/** The given name of a policy, or the one made of its numbers. */
export function checkName(name: unknown, otherwise: string): string {
  if (name === undefined) return otherwise
  if (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME || /\p{Surrogate}/u.test(name)) {
    throw unexpected('name', `a well-formed text of 1 to ${LONGEST_NAME} characters`, name)
  }
  return name
}

/** How many instances share one limit. */
export const checkInstances = (instances: unknown): number => checkPositive('instances', instances)

const isPolicy = (value: unknown): value is Policy =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Policy).name === 'string' &&
  typeof (value as Policy).algorithm?.decide === 'function' &&
  Array.isArray((value as Policy).numbers)

const MOST_POLICIES = 16

/** One policy or a list of them, as a frozen list without two of one name. */
export function checkPolicies(policies: unknown): readonly Policy[] {
  const list: unknown[] = Array.isArray(policies) ? [...policies] : [policies]
  if (list.length === 0 || list.length > MOST_POLICIES) {
    throw new OptionsError(`Expected \`policies\` to hold 1 to ${MOST_POLICIES} policies, got ${list.length}`)
  }
  const names = new Set<string>()
  for (const policy of list) {
    if (!isPolicy(policy))
      throw unexpected('policies', 'a policy such as tokenBucket({ … }), or a list of them', policy)
    if (names.has(policy.name)) {
      throw new OptionsError(
        `Expected \`policies\` to have different names, got "${policy.name}" twice; give one a \`name\``,
      )
    }
    names.add(policy.name)
  }
  return Object.freeze(list as Policy[])
}

/** Whether a policy could allow a cost at all. */
export const canFit = ({ algorithm, numbers }: Policy, cost: number): boolean =>
  algorithm.decide(numbers, undefined, 0, cost).retryAfterMs !== Number.POSITIVE_INFINITY
