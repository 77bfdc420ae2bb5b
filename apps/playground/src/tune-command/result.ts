import type { Analysis } from '../analysis/analyse.ts'
import type { Reading } from '../analysis/log/reader.ts'
import type { Effect, Touched } from '../analysis/measure/effect.ts'
import type { Profile } from '../analysis/measure/profile.ts'
import { type Choice, propose } from '../analysis/propose/proposal.ts'
import { optionsOf, type PolicySpec } from '../page/policy/spec.ts'
import type { Request } from './command-line.ts'

type Named<T> = Omit<T, 'client'> & { readonly client: string }

/** A policy as a program would make it. */
interface Call {
  readonly algorithm: string
  readonly options: Readonly<Record<string, string | number>>
}
type Chosen = Omit<Choice, 'spec'> & { readonly policy: Call }

/** All that the command found, as `--json` prints it. */
export interface Result extends Omit<Reading, 'firstMisread'> {
  readonly file: string
  readonly firstMisread: Reading['firstMisread'] | null
  /** Lines that stood too late in the file to be put in order. */
  readonly late: number
  readonly profile: Omit<Profile, 'busiest'> & {
    readonly busiest: readonly Named<Profile['busiest'][number]>[]
  }
  readonly policy: Call
  readonly effect: Omit<Effect, 'mostDenied'> & { readonly mostDenied: readonly Named<Touched>[] }
  readonly untouched: number
  readonly proposal: { readonly choices: readonly Chosen[]; readonly best: Chosen | null }
}

const callOf = (spec: PolicySpec): Call => ({ algorithm: spec.algorithm, options: optionsOf(spec) })

const chosen = ({ spec, ...choice }: Choice): Chosen => ({ ...choice, policy: callOf(spec) })

interface Found {
  readonly request: Request
  readonly reading: Reading
  readonly late: number
  readonly names: readonly string[]
  readonly analysis: Analysis
}

export function toResult({ request, reading, late, names, analysis }: Found): Result {
  const { profile, effect, needs } = analysis
  const { choices, best } = propose(needs, request.untouched)
  const named = <T extends { readonly client: number }>(one: T): Named<T> => ({
    ...one,
    client: names[one.client]!,
  })
  return {
    file: request.file,
    ...reading,
    firstMisread: reading.firstMisread ?? null,
    late,
    profile: { ...profile, busiest: profile.busiest.map(named) },
    policy: callOf(request.spec),
    effect: { ...effect, mostDenied: effect.mostDenied.map(named) },
    untouched: request.untouched,
    proposal: { choices: choices.map(chosen), best: best ? chosen(best) : null },
  }
}
