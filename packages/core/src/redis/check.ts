import type { ConsumeOptions, Outcome } from '../store.ts'
import type { Expirable } from './deadline.ts'
import type { Group } from './groups.ts'

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
  /** How often it was given more time. */
  readonly renewed: number
  /** Of a cluster, the slot of its keys; else 0. */
  readonly slot: number
  fail(error: unknown): void
}

/** One call of a limiter on its way to Redis. */
export interface Check extends Pending {
  readonly group: Group
  readonly tag: string
  /** Left out where all are 1. */
  readonly costs: readonly number[] | undefined
  /** An injected time in text, else `''`. */
  readonly now: string
  readonly options: ConsumeOptions
  answer(outcome: Outcome): void
}

const isDry = ({ options }: Check): boolean => options.dry === true

/** Whether two checks may travel in one call: they share all that a script is told once. */
export const mayShare = (one: Check, other: Check): boolean =>
  one.group === other.group && one.now === other.now && isDry(one) === isDry(other)

/** The keys of one call for these checks. */
export function keysOf(checks: readonly Check[]): string[] {
  const { group, tag } = checks[0]!
  const keys = group.names.map((name) => name(tag))
  for (let at = 1; at < checks.length; at++) {
    for (const name of group.names) keys.push(name(checks[at]!.tag))
  }
  return keys
}

/** The arguments of one call for these checks, which may share it. */
export function argsOf(checks: readonly Check[], latest: string): string[] {
  const first = checks[0]!
  const { group, now } = first
  const args = [...group.numbers, latest]
  const special = isDry(first) || now !== ''
  if (special || checks.some(({ costs }) => costs !== undefined)) {
    for (const { costs } of checks) {
      for (let place = 0; place < group.names.length; place++) args.push(String(costs?.[place] ?? 1))
    }
  }
  if (special) args.push(isDry(first) ? '1' : '0')
  if (now !== '') args.push(now)
  return args
}
