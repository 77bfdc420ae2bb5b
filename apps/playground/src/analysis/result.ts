import { optionsOf, type PolicySpec } from '../page/policy/spec.ts'
import type { Reading } from './log/reader.ts'
import type { Effect, Touched } from './measure/effect.ts'
import type { Profile } from './measure/profile.ts'
import type { Needs } from './propose/needs.ts'
import { type Choice, propose } from './propose/proposal.ts'

type Named<T> = Omit<T, 'client'> & { readonly client: string }
type Names = readonly string[]

const named =
  (names: Names) =>
  <T extends { readonly client: number }>(one: T): Named<T> => ({ ...one, client: names[one.client]! })

/** A profile that says who its clients are. */
export type NamedProfile = Omit<Profile, 'busiest'> & {
  readonly busiest: readonly Named<Profile['busiest'][number]>[]
}
export const nameProfile = (profile: Profile, names: Names): NamedProfile => ({
  ...profile,
  busiest: profile.busiest.map(named(names)),
})

/** An effect that says who its clients are. */
export type NamedEffect = Omit<Effect, 'mostDenied'> & { readonly mostDenied: readonly Named<Touched>[] }
export const nameEffect = (effect: Effect, names: Names): NamedEffect => ({
  ...effect,
  mostDenied: effect.mostDenied.map(named(names)),
})

/** A policy as a program would make it. */
export interface Call {
  readonly algorithm: string
  readonly options: Readonly<Record<string, string | number>>
}
export const callOf = (spec: PolicySpec): Call => ({ algorithm: spec.algorithm, options: optionsOf(spec) })

type Chosen = Omit<Choice, 'spec'> & { readonly policy: Call }

const chosen = ({ spec, ...choice }: Choice): Chosen => ({ ...choice, policy: callOf(spec) })

/** What was found in a log. */
export interface Found {
  readonly file: string
  readonly reading: Reading
  /** Lines that stood too late in the file to be put in order. */
  readonly late: number
  readonly profile: NamedProfile
  readonly spec: PolicySpec
  readonly effect: NamedEffect
  readonly needs: readonly Needs[]
  /** The share of clients that a proposal leaves untouched, 0 to 1. */
  readonly untouched: number
}

/** The same as plain data, as the command prints it and the page saves it. */
export interface Result extends Omit<Reading, 'firstMisread'>, Omit<Found, 'reading' | 'spec' | 'needs'> {
  readonly firstMisread: Reading['firstMisread'] | null
  readonly policy: Call
  readonly proposal: { readonly choices: readonly Chosen[]; readonly best: Chosen | null }
}

export function toResult({ reading, spec, needs, ...found }: Found): Result {
  const { choices, best } = propose(needs, found.untouched, found.profile.to - found.profile.from)
  return {
    ...found,
    ...reading,
    firstMisread: reading.firstMisread ?? null,
    policy: callOf(spec),
    proposal: { choices: choices.map(chosen), best: best ? chosen(best) : null },
  }
}
