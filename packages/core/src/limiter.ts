import { OptionsError } from './errors.ts'
import { checkKey } from './key.ts'
import { checkFunction, checkOptions, show, unexpected } from './options.ts'
import { checkPolicies, type Policy, type Verdict } from './policy.ts'
import type { Charge, ConsumeOptions, Outcome, Store } from './store.ts'
import { type OnWarning, warnOnConsole } from './warning.ts'

/** What all policies say together: the verdict of the binding one, and those of all. */
export interface Decision extends Verdict {
  /** The store's time of the decision, ms since the epoch. */
  readonly at: number
  /** Decided without the shared state. */
  readonly degraded?: true
  /** In the order of the limiter's policies. */
  readonly policies: readonly (Verdict & { readonly policy: Policy })[]
}

/** Units a call asks for: of every policy, or of those that are named (1 of the others). */
export type Cost = number | Readonly<Record<string, number>>

export interface CallOptions {
  /** 1 by default. */
  cost?: Cost
}

export interface LimiterOptions {
  store: Store
  /** One policy or a list: all are charged, or none is. */
  policies: Policy | readonly Policy[]
  /** Receives warnings; the console by default. */
  onWarning?: OnWarning
  /** Is told every decision of `consume`, with its key. What it throws goes to `onWarning`. */
  onDecision?: (decision: Decision, key: string) => void
}

/** Decides by its policies on its store. Every verb rejects with an `OptionsError` for a bad key or cost, changing nothing, and with a `StoreError` when the store cannot decide. */
export interface Limiter {
  readonly store: Store
  readonly policies: readonly Policy[]
  /** Charges the key if every policy allows it. A denial is a value and charges nothing. */
  consume(key: string, options?: CallOptions): Promise<Decision>
  /** Answers what `consume` would, and charges nothing. */
  peek(key: string, options?: CallOptions): Promise<Decision>
  /** Forgets what the key was charged. */
  reset(key: string): Promise<void>
}

function checkCost(name: string, cost: unknown): number {
  if (!Number.isSafeInteger(cost) || (cost as number) < 0)
    throw unexpected(name, 'a whole number of at least 0', cost)
  return cost as number
}

/** The binding verdict: of those that deny the longest wait, else the least left. */
function binding<V extends Verdict>(verdicts: readonly V[]): V {
  let bound = verdicts[0]!
  for (const verdict of verdicts) {
    const tighter =
      verdict.allowed === bound.allowed
        ? verdict.allowed
          ? verdict.remaining < bound.remaining
          : verdict.retryAfterMs > bound.retryAfterMs
        : bound.allowed
    if (tighter) bound = verdict
  }
  return bound
}

function decisionOf(policies: readonly Policy[], { verdicts, at, degraded }: Outcome): Decision {
  const all = verdicts.map((verdict, place) => ({ ...verdict, policy: policies[place]! }))
  const { allowed, remaining, retryAfterMs, resetAfterMs } = binding(all)
  const decision = { allowed, remaining, retryAfterMs, resetAfterMs, at, policies: all }
  return degraded ? { ...decision, degraded } : decision
}

const numbersByName = new WeakMap<Store, Map<string, string>>()

/** One name with other numbers on one store is a mistake more often than not: both would share one count. */
function warnOfReuse(store: Store, policies: readonly Policy[], onWarning: OnWarning): void {
  const known = numbersByName.get(store) ?? new Map<string, string>()
  numbersByName.set(store, known)
  for (const { name, algorithm, numbers } of policies) {
    const id = `${algorithm.id} ${name}`
    const before = known.get(id)
    if (before !== undefined && before !== numbers.join()) {
      const message = `the policy "${name}" is used with other numbers on the same store; both share one count per key`
      onWarning({ code: 'name-reused', message })
    }
    known.set(id, numbers.join())
  }
}

function checkStore(store: unknown): Store {
  if (typeof (store as Partial<Store> | null)?.consume !== 'function') {
    throw unexpected('store', 'a store such as memoryStore() or redisStore(client)', store)
  }
  return store as Store
}

/**
 * A limiter: some policies, decided together on a store.
 * @throws OptionsError when an option is missing, unknown or not what it should be.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  checkOptions('createLimiter', options, ['store', 'policies', 'onWarning', 'onDecision'])
  const store = checkStore(options.store)
  const policies = checkPolicies(options.policies)
  checkFunction('onWarning', options.onWarning)
  checkFunction('onDecision', options.onDecision)
  const { onWarning = warnOnConsole, onDecision } = options
  const wet: ConsumeOptions = { onWarning }
  const dry: ConsumeOptions = { dry: true, onWarning }
  warnOfReuse(store, policies, onWarning)

  function costOf(policy: Policy, cost: Cost): number {
    if (typeof cost !== 'object') return checkCost('cost', cost)
    return Object.hasOwn(cost, policy.name) ? checkCost(`cost.${policy.name}`, cost[policy.name]) : 1
  }

  function checkNames(cost: Cost): void {
    for (const name of Object.keys(cost)) {
      if (!policies.some((policy) => policy.name === name)) {
        throw new OptionsError(`Expected \`cost\` to name policies of this limiter, got ${show(name)}`)
      }
    }
  }

  function chargesOf(key: unknown, call: CallOptions): Charge[] {
    checkOptions('consume', call, ['cost'])
    const { cost = 1 } = call
    if (typeof cost === 'object' && cost !== null) checkNames(cost)
    const checked = checkKey(key)
    return policies.map((policy) => ({ policy, key: checked, cost: costOf(policy, cost) }))
  }

  function tell(decision: Decision, key: string): void {
    try {
      onDecision?.(decision, key)
    } catch (cause) {
      onWarning({ code: 'listener-failed', message: 'the listener `onDecision` threw', cause })
    }
  }

  return Object.freeze({
    store,
    policies,
    async consume(key: string, call: CallOptions = {}) {
      const decision = decisionOf(policies, await store.consume(chargesOf(key, call), wet))
      tell(decision, key)
      return decision
    },
    async peek(key: string, call: CallOptions = {}) {
      return decisionOf(policies, await store.consume(chargesOf(key, call), dry))
    },
    async reset(key: string) {
      await store.reset(chargesOf(key, {}))
    },
  })
}
