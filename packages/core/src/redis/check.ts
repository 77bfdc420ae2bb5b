import type { Policy } from '../policy.ts'
import type { Expirable } from './deadline.ts'
import type { Answer } from './reply.ts'
import type { Script } from './script.ts'

/** Checks that may travel in one call: the same policies, so the same script and numbers. */
export interface Group {
  readonly policies: readonly Policy[]
  readonly script: Script
  readonly numbers: readonly string[]
}

/** A command that the client has not settled yet. */
export interface Call {
  /** How many still wait for it. */
  waiting: number
}

/** Something that waits for a command. */
export interface Pending extends Expirable {
  call: Call | undefined
}

/** One call of a limiter on its way to Redis. */
export interface Check extends Pending {
  readonly group: Group
  readonly tag: string
  readonly slot: number
  readonly keys: readonly string[]
  readonly costs: readonly string[]
  /** An injected time in text, else `''`. */
  readonly now: string
  readonly dry: boolean
  /** Sent again already, since the estimate of the server's clock was wrong. */
  again: boolean
  answer(answer: Answer): void
  fail(error: unknown): void
}

/** The arguments of one call for these checks, which share group, time and dryness. */
export function argsOf(checks: readonly Check[], latest: string): string[] {
  const { group, now, dry } = checks[0]!
  const args = [...group.numbers]
  for (const { costs } of checks) args.push(...costs)
  if (dry) args.push(latest, now, '1')
  else if (now !== '') args.push(latest, now)
  else args.push(latest)
  return args
}
