import { type Cost, unitsOf } from './cost.ts'
import { type Decision, decide, takeCharges } from './decision.ts'
import { checkKey } from './key.ts'
import { checkFunction, checkOptions, unexpected } from './options.ts'
import { canFit, checkPolicies, type Policy } from './policy.ts'
import { atOnce, type Charge, type ConsumeOptions, checkStore, type Outcome, type Store } from './store.ts'
import { createWait, type WaitOptions } from './wait.ts'
import { type OnWarning, warnBy } from './warning.ts'

/** Options of {@link Limiter.consume} and {@link Limiter.peek}. */
export interface CallOptions {
  /** Units asked for: of every policy, or of those named; 1 by default. */
  cost?: Cost
}

/** Options of {@link createLimiter}. */
export interface LimiterOptions {
  /** Keeps the state: `memoryStore()`, `redisStore(client)`, or one of your own. */
  store: Store
  /** One policy or a list: all are charged, or none is. */
  policies: Policy | readonly Policy[]
  /** Receives warnings; the console by default. */
  onWarning?: OnWarning
  /** Is told every decision of `consume`, with its key. What it throws goes to `onWarning`. */
  onDecision?: (decision: Decision, key: string) => void
}

/**
 * Decides by its policies on its store. Every verb rejects with an `OptionsError` for a bad key or cost, changing
 * nothing, and with a `StoreError` when the store cannot decide.
 */
export interface Limiter {
  /** The store that it was made with. */
  readonly store: Store
  /** Its policies, frozen, in the order that they were given in. */
  readonly policies: readonly Policy[]
  /** Charges the key if every policy allows it. A denial is a value and charges nothing. */
  consume(key: string, options?: CallOptions): Promise<Decision>
  /** Answers what `consume` would, and charges nothing. */
  peek(key: string, options?: CallOptions): Promise<Decision>
  /**
   * Takes back what a decision of this limiter charged, once, as far as that can still be told apart; says whether
   * anything was. A denied, dry, foreign or already refunded decision changes nothing and gives `false`; what is no
   * decision, such as a promise of one, is an `OptionsError`.
   */
  refund(decision: Decision): Promise<boolean>
  /** Forgets what the key was charged. */
  reset(key: string): Promise<void>
  /**
   * Resolves once the charge is made, sleeping until it is allowed; those who wait for one key queue here, in order.
   * Rejects, having charged nothing: with an `OptionsError` when the cost can never fit, with a `TimeoutError` as soon
   * as `maxWait` cannot hold, with the signal's reason on abort, with a `StoreError` when the store cannot decide.
   */
  wait(key: string, options?: WaitOptions): Promise<Decision>
}

const numbersByName = new WeakMap<Store, Map<string, string>>()
const MOST_NAMES = 10_000

/** One name with other numbers on one store is a mistake more often than not: both would share one count. */
function warnOfReuse(store: Store, policies: readonly Policy[], onWarning: OnWarning): void {
  const known = numbersByName.get(store) ?? new Map<string, string>()
  numbersByName.set(store, known)
  for (const { name, algorithm, numbers } of policies) {
    const id = `${algorithm.id} ${name}`
    const before = known.get(id)
    if (known.size >= MOST_NAMES) known.clear()
    known.set(id, numbers.join())
    if (before === undefined || before === numbers.join()) continue
    const message = `the policy "${name}" is used with other numbers on the same store; both share one count per key`
    onWarning({ code: 'name-reused', message })
  }
}

/**
 * A limiter: some policies, decided together on a store.
 * @throws OptionsError when an option is missing, unknown or not what it should be.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  checkOptions('createLimiter', options, ['store', 'policies', 'onWarning', 'onDecision'])
  checkStore(options.store)
  const { store } = options
  const policies = checkPolicies(options.policies)
  checkFunction('onWarning', options.onWarning)
  checkFunction('onDecision', options.onDecision)
  const { onDecision } = options
  const onWarning = warnBy(options.onWarning)
  const wet: ConsumeOptions = { onWarning }
  const dry: ConsumeOptions = { dry: true, onWarning }
  const list = [...policies] // engines are slow on frozen lists
  const { consume } = store
  // A listener is told after the call has returned, whatever the store.
  const consumeNow = onDecision ? undefined : atOnce.get(consume)
  warnOfReuse(store, policies, onWarning)

  function chargesOf(given: unknown, verb: string, call?: CallOptions): Charge[] {
    if (call !== undefined) checkOptions(verb, call, ['cost'])
    const key = checkKey(given)
    const cost = call?.cost
    if (cost === undefined) {
      const charges = [{ policy: list[0]!, key, cost: 1 }]
      for (let place = 1; place < list.length; place++) charges.push({ policy: list[place]!, key, cost: 1 })
      return charges
    }
    const units = unitsOf(policies, cost)
    return list.map((policy, place) => ({ policy, key, cost: units[place]! }))
  }

  function tell(decision: Decision, key: string): void {
    try {
      onDecision?.(decision, key)
    } catch (cause) {
      onWarning({ code: 'listener-failed', message: 'the listener `onDecision` threw', cause })
    }
  }

  function decided(charges: readonly Charge[], outcome: Outcome, options: ConsumeOptions): Decision {
    const decision = decide(charges, outcome, limiter, options.dry === true)
    if (onDecision && !options.dry) tell(decision, charges[0]!.key)
    return decision
  }

  async function later(charges: readonly Charge[], options: ConsumeOptions): Promise<Decision> {
    return decided(charges, await store.consume(charges, options), options)
  }

  // Not async: where the store decides at once, this costs a third less.
  function ask(verb: string, options: ConsumeOptions, key: unknown, call?: CallOptions): Promise<Decision> {
    try {
      const charges = chargesOf(key, verb, call)
      const outcome = store.consume === consume ? consumeNow?.(charges, options) : undefined
      return outcome ? Promise.resolve(decided(charges, outcome, options)) : later(charges, options)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  const limiter: Limiter = {
    store,
    policies,
    consume: (key, call) => ask('consume', wet, key, call),
    peek: (key, call) => ask('peek', dry, key, call),
    async refund(decision) {
      if (typeof Object(decision).allowed !== 'boolean') {
        const hint = (decision as unknown) instanceof Promise ? 'await it first' : ''
        throw unexpected('decision', 'what `consume` or `wait` answered', decision, hint)
      }
      const charges = takeCharges(decision, limiter)
      return charges !== undefined && store.refund(charges, decision.at)
    },
    async reset(key) {
      await store.reset(chargesOf(key, 'reset'))
    },
    wait: createWait({
      check(key, cost) {
        const never = chargesOf(key, 'wait', { cost }).find((charge) => !canFit(charge.policy, charge.cost))
        if (never)
          throw unexpected('cost', `at most what the policy "${never.policy.name}" ever allows`, never.cost)
      },
      consume: (key, cost) => limiter.consume(key, { cost }),
      refund: (decision) => limiter.refund(decision),
    }),
  }
  return Object.freeze(limiter)
}
