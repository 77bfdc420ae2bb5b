import { toNumberText } from '../plot/scale.ts'

/** What a header of an answer says, in plain words. */
export interface Explained {
  readonly name: string
  readonly value: string
  readonly meaning: string
  /** Whether it is the limiter that sent it. */
  readonly limiter: boolean
}

const seconds = (text: string | undefined): string => `${text ?? '?'} ${text === '1' ? 'second' : 'seconds'}`
const units = (text: string | undefined): string =>
  `${text === undefined ? '?' : toNumberText(Number(text))} ${text === '1' ? 'unit' : 'units'}`

/** The parameters of the first item of a structured field: `"name";r=3;t=2`. */
function readItem(value: string): { name: string; parameters: Readonly<Record<string, string>> } {
  const [, name = '', rest = ''] = /^"((?:[^"\\]|\\.)*)"(.*)$/.exec(value) ?? []
  const parameters: Record<string, string> = {}
  for (const [, key = '', number = ''] of rest.matchAll(/;\s*(\w+)=(\d+)/g)) parameters[key] = number
  return { name: name.replace(/\\(.)/g, '$1'), parameters }
}

type Meaning = (value: string, status: number) => string

const LIMITER: Readonly<Record<string, Meaning>> = {
  ratelimit(value, status) {
    const { name, parameters } = readItem(value)
    const left = `Under the policy “${name}” ${units(parameters.r)} can be spent now (r).`
    if (parameters.t === undefined) {
      return status === 429 ? `${left} Waiting would not help: no t is sent.` : left
    }
    const wait =
      status === 429
        ? `In ${seconds(parameters.t)} this request will be let through (t).`
        : `In ${seconds(parameters.t)} all of the quota is back (t).`
    return `${left} ${wait} The form is that of the IETF draft.`
  },
  'ratelimit-policy'(value) {
    const { name, parameters } = readItem(value)
    const window = parameters.w === undefined ? '' : `, all back within ${seconds(parameters.w)} (w)`
    return `The policy “${name}” holds ${units(parameters.q)} (q)${window}. It is the same on every answer.`
  },
  'retry-after': (value) =>
    `Wait ${seconds(value)}, then the same request is let through. HTTP clients and crawlers know this one.`,
  'x-ratelimit-limit': (value) =>
    `The older form that many clients read: the policy holds ${units(value)} in all.`,
  'x-ratelimit-remaining': (value) => `The older form: ${units(value)} can be spent now.`,
  'x-ratelimit-reset': (value) =>
    `The older form: all of the quota is back at this second since 1970, ${clock(value)}.`,
}

const OTHERS: Readonly<Record<string, Meaning>> = {
  'content-type': (value) =>
    value.startsWith('application/problem+json')
      ? 'The body is a problem description that programs can read (RFC 9457).'
      : 'What the body is.',
  'content-length': (value) => `The body has ${toNumberText(Number(value))} bytes.`,
  'cache-control': () => 'No cache may keep this answer: a refusal is true for one client and one moment.',
  date: () => 'When the server answered.',
  'x-content-type-options': () => 'From this playground’s server: browsers take the type as it is said.',
  connection: () => 'The connection stays open for the next request.',
  'keep-alive': () => 'How long the connection stays open.',
}

const clock = (epochSeconds: string): string => {
  const time = new Date(Number(epochSeconds) * 1_000)
  return Number.isNaN(time.getTime()) ? 'no time' : time.toLocaleTimeString('en', { hour12: false })
}

const ORDER = Object.keys(LIMITER)
const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** The headers of an answer, the limiter's first, each with what it means. */
export function explain(headers: readonly (readonly [string, string])[], status: number): Explained[] {
  return headers
    .map(([name, value]) => {
      const meaning = LIMITER[name] ?? OTHERS[name]
      return {
        name,
        value,
        limiter: Object.hasOwn(LIMITER, name),
        meaning: meaning?.(value, status) ?? 'Not from the limiter.',
      }
    })
    .sort((one, other) => rank(one.name) - rank(other.name))
}
