import { type Cost, unitsOf } from '../cost.ts'
import type { Decision } from '../decision.ts'
import { OptionsError } from '../errors.ts'
import { createLimiter, type Limiter, type LimiterOptions } from '../limiter.ts'
import { checkFunction, checkPositive, checkWord, unexpected } from '../options.ts'
import type { Policy } from '../policy.ts'
import type { Store } from '../store.ts'
import { type OnWarning, warnBy } from '../warning.ts'
import type { HeaderPlan } from './announcement.ts'
import { checkIpv6Prefix } from './client-ip.ts'
import { type HeaderOptions, planHeaders, prepareFields } from './headers.ts'
import { checkKnownOptions } from './known-options.ts'
import type { Answer, Refusal } from './reply.ts'

/** How a request ended, as `refundWhen` is told. */
export interface RequestOutcome {
  /** Status of the response; `undefined` when it was cut off. */
  readonly status: number | undefined
  /** Whether the connection was closed before the whole response was out. Such a request is refunded only by a function that looks at this. */
  readonly aborted: boolean
}

type Awaitable<T> = T | Promise<T>

/** What a guard can be told but for its limiter; `R` is the framework's object for a request. Functions may be async. */
export interface GuardSettings<R> {
  /** Whose quota a request takes; by default the client's address. Nothing, an empty text or a rejection is an error. */
  key?: (request: R) => Awaitable<string>
  /** Units that a request asks for; 1 by default. */
  cost?: Cost | ((request: R) => Awaitable<Cost>)
  /** Lets a request through uncounted; none by default. */
  skip?: (request: R) => Awaitable<boolean>
  /** Addresses and CIDR ranges that are let through uncounted; none by default. */
  allow?: readonly string[]
  /** Addresses and CIDR ranges that are answered 403; none by default. They win over `allow`. */
  deny?: readonly string[]
  /** Is told every request that is answered 429, before it is. What it throws goes to `onWarning`. */
  onLimited?: (request: R, decision: Decision) => unknown
  /** Changes the answer to a refused request. What it throws goes to the framework, with the headers as `headers`. */
  respond?: (request: R, refusal: Refusal) => Awaitable<Answer | undefined>
  /** Gives the cost back once the response has ended, if this says so: to count failures only, say. */
  refundWhen?: (request: R, outcome: RequestOutcome) => Awaitable<boolean>
  /** What happens when the store cannot decide: let through with a warning (default), or 503. */
  onStoreError?: 'allow' | 'deny'
  /** `true` by default; `false` for a trial: decides, charges and reports, but refuses nothing and sends no headers. */
  enforce?: boolean
  /** Which headers are sent, and how; all by default, `false` for none but `Retry-After`. */
  headers?: HeaderOptions | boolean
  /** The most characters that a key may have; 4 096 by default. More is an error. */
  maxKeyLength?: number
  /** How many bits of an IPv6 address make a client, 32 to 128; 64 by default. */
  ipv6Prefix?: number
  /** Receives warnings; the console by default. */
  onWarning?: OnWarning
}

/** A limiter, or the policies and the store to make one of. */
export type GuardLimiter<R> =
  | {
      /** The limiter, or a function that chooses one: for plans and tiers. */
      limiter: Limiter | ((request: R) => Awaitable<Limiter>)
      /** Not beside `limiter`. */ store?: never
      /** Not beside `limiter`. */ policies?: never
      /** Not beside `limiter`. */ onDecision?: never
    }
  | {
      /** Not beside `store` and `policies`. */ limiter?: never
      /** Keeps the state of the limiter that is made. */ store: Store
      /** One policy or a list: all are charged, or none is. */ policies: Policy | readonly Policy[]
      /** Is told every decision, with its key. */
      onDecision?: LimiterOptions['onDecision']
    }

/** Options of a guard, and so of every adapter's `rateLimit`. */
export type GuardOptions<R> = GuardSettings<R> & GuardLimiter<R>

/** What runtimes of the Fetch standard say of a connection. */
export interface ConnectionInfo {
  /** Its other end. */
  readonly remote: {
    /** The address as text, without a port. */
    readonly address?: string | undefined
  }
}

/** What a framework knows of a request. */
export interface Framework<R> {
  /** The client's address as the framework gives it; left out where it gives none. */
  readonly address?: ((request: R) => string | ConnectionInfo | undefined) | undefined
  /** What to configure so that the address is right behind a proxy; for the error that misses it. */
  readonly addressSetting?: string
  /** Whether a request has `X-Forwarded-For`, and its address is that of the socket since the framework trusts no proxy. */
  readonly unheeded?: (request: R) => boolean
  /** Names of options of the adapter's own, which a guard leaves to it. */
  readonly options?: readonly string[]
}

const isLimiter = (value: unknown): value is Limiter =>
  typeof Object(value).consume === 'function' && Array.isArray(Object(value).policies)

/** A limiter that a function of the user's gave. */
export function checkLimiter(value: unknown): Limiter {
  if (!isLimiter(value)) throw unexpected('limiter', 'a limiter, made by createLimiter', value)
  return value
}

function limiterOf<R>(options: GuardOptions<R>, onWarning: OnWarning): Limiter | ((request: R) => unknown) {
  const { limiter, store, policies, onDecision } = options
  if (limiter === undefined) {
    if (store === undefined && policies === undefined) {
      throw new OptionsError('Expected `limiter`, or `store` and `policies`, got neither')
    }
    return createLimiter({ store: store!, policies: policies!, onWarning, ...(onDecision && { onDecision }) })
  }
  for (const [name, value] of Object.entries({ store, policies, onDecision })) {
    if (value !== undefined) {
      throw new OptionsError(
        `Expected either \`limiter\` or \`${name}\`, got both; give \`${name}\` to createLimiter`,
      )
    }
  }
  return typeof limiter === 'function' ? limiter : checkLimiter(limiter)
}

/** A cost, given or answered by a function of the user's; where the limiter is not known yet its names are not either. */
export function checkCost(cost: unknown, limiter: unknown): Cost {
  if (isLimiter(limiter)) unitsOf(limiter.policies, cost as Cost)
  else
    for (const units of Object.values(Object(cost) === cost ? (cost as object) : { cost })) unitsOf([], units)
  return cost as Cost
}

/** Options of a guard, checked. */
export interface GuardPlan<R> {
  readonly limiter: Limiter | ((request: R) => unknown)
  readonly headers: HeaderPlan
  readonly closed: boolean
  readonly enforce: boolean
  readonly maxKeyLength: number
  readonly ipv6Prefix: number
  readonly onWarning: OnWarning
}

function checkAddress<R>(
  { key, allow, deny }: GuardOptions<R>,
  { address, addressSetting }: Framework<R>,
): void {
  checkFunction('address', address)
  if (address !== undefined) return
  const help = addressSetting ? `; configure ${addressSetting}` : ''
  if (key === undefined) {
    throw new OptionsError(
      `Expected \`key\` to be given, got nothing; the client's address is not known here${help}`,
    )
  }
  if (allow ?? deny) {
    throw new OptionsError(
      `Expected neither \`allow\` nor \`deny\`, got a list; the client's address is not known here${help}`,
    )
  }
}

const FUNCTIONS = ['key', 'skip', 'onLimited', 'respond', 'refundWhen', 'onWarning'] as const

/** Checks everything that can be checked before the first request. */
export function planGuard<R>(options: GuardOptions<R>, framework: Framework<R>): GuardPlan<R> {
  checkKnownOptions(options, framework.options)
  for (const name of FUNCTIONS) checkFunction(name, options[name])
  checkAddress(options, framework)
  const { cost, enforce = true, maxKeyLength = 4_096 } = options
  const onWarning = warnBy(options.onWarning)
  if (typeof enforce !== 'boolean') throw unexpected('enforce', 'true or false', enforce)
  const headers = planHeaders(options.headers)
  const limiter = limiterOf(options, onWarning)
  if (isLimiter(limiter)) prepareFields(limiter.policies, headers)
  if (cost !== undefined && typeof cost !== 'function') checkCost(cost, limiter)
  return {
    limiter,
    headers,
    closed: checkWord('onStoreError', options.onStoreError, ['allow', 'deny']) === 'deny',
    enforce,
    maxKeyLength: checkPositive('maxKeyLength', maxKeyLength),
    ipv6Prefix: checkIpv6Prefix(options.ipv6Prefix),
    onWarning: quietly(onWarning),
  }
}

/** A listener that throws must not change what happens to a request. */
function quietly(onWarning: OnWarning): OnWarning {
  return (warning) => {
    try {
      onWarning(warning)
    } catch {
      // There is nobody left to tell.
    }
  }
}
