import type { Policy } from '../policy.ts'
import type { Expirable } from './deadline.ts'
import type { Answer } from './reply.ts'
import type { Script } from './script.ts'

/** Checks that may travel in one call: the same policies, so the same script and numbers. */
export interface Group {
  readonly policies: readonly Policy[]
  /** Decides one check. */
  readonly one: Script
  /** Decides a batch of checks. */
  readonly many: Script
  readonly numbers: readonly string[]
}

/** A command that the client has not settled yet. */
export interface Call {
  /** How many still wait for it. */
  count: number
  readonly slot: number
  /** Those that it was sent for; nobody, once all of them have given up: a client may hold the command for long. */
  readonly waiting: Pending[]
}

/** Something that waits for a command. */
export interface Pending extends Expirable {
  call: Call | undefined
  /** Of a cluster, the slot of its keys; else 0. */
  readonly slot: number
}

/** One call of a limiter on its way to Redis. */
export interface Check extends Pending {
  readonly group: Group
  readonly tag: string
  readonly keys: readonly string[]
  /** Left out where all are 1. */
  readonly costs: readonly string[] | undefined
  /** An injected time in text, else `''`. */
  readonly now: string
  readonly dry: boolean
  answer(answer: Answer): void
  fail(error: unknown): void
}

/** The arguments of one call for these checks, which share group, time and dryness. */
export function argsOf(checks: readonly Check[], latest: string): string[] {
  const { group, now, dry } = checks[0]!
  const args = [...group.numbers, latest]
  const special = dry || now !== ''
  if (special || checks.some(({ costs }) => costs !== undefined)) {
    for (const { costs, keys } of checks) {
      for (let place = 0; place < keys.length; place++) args.push(costs?.[place] ?? '1')
    }
  }
  if (special) args.push(dry ? '1' : '0')
  if (now !== '') args.push(now)
  return args
}
