import { type PolicySpec, toPolicy } from '../../page/policy/spec.ts'

/** A policy but for its size: the capacity of a bucket, the limit of a window. */
export interface Candidate {
  /** How it is told from the others: `5 per 1s`, or the window, `10s`. */
  readonly label: string
  readonly spec: PolicySpec
  /** The option that is its size. */
  readonly size: 'capacity' | 'limit'
}

const RATES = [
  ['1', '1m'],
  ['1', '10s'],
  ['1', '2s'],
  ['1', '1s'],
  ['2', '1s'],
  ['5', '1s'],
  ['10', '1s'],
  ['20', '1s'],
  ['50', '1s'],
  ['100', '1s'],
] as const
const WINDOWS = ['1s', '10s', '1m', '5m', '15m', '1h'] as const

/** Which options of an algorithm say its rate; the rest are windows. */
const RATE_OPTIONS: Readonly<Record<string, readonly [rate: string, interval: string]>> = {
  tokenBucket: ['refillRate', 'refillInterval'],
  leakyBucket: ['leakRate', 'leakInterval'],
}

/** The candidate with a size. */
export const withSize = ({ spec, size }: Candidate, units: number): PolicySpec => ({
  algorithm: spec.algorithm,
  options: { ...spec.options, [size]: String(units) },
})

function withRate({ algorithm, options }: PolicySpec, rate: string, interval: string): Candidate {
  const [rateOption, intervalOption] = RATE_OPTIONS[algorithm]!
  const spec = { algorithm, options: { ...options, [rateOption]: rate, [intervalOption]: interval } }
  return { label: `${rate} per ${interval}`, spec, size: 'capacity' }
}

const withWindow = ({ algorithm, options }: PolicySpec, window: string): Candidate => ({
  label: window,
  spec: { algorithm, options: { ...options, window } },
  size: 'limit',
})

/** What a slower or faster one is: units a ms for a rate, ms for a window. */
function pace(candidate: Candidate): number {
  const [, second = 0, third = 1] = toPolicy(withSize(candidate, 1)).numbers
  return candidate.size === 'capacity' ? second / third : second
}

/** The policy's own rate or window and the usual ones, by pace; a name of its own is left out, as are sizes. */
export function candidatesOf(spec: PolicySpec): readonly Candidate[] {
  const nameless = { algorithm: spec.algorithm, options: { ...spec.options, name: '' } }
  const options = RATE_OPTIONS[spec.algorithm]
  const own = options
    ? withRate(nameless, spec.options[options[0]]!, spec.options[options[1]] || '1s')
    : withWindow(nameless, spec.options.window!)
  const usual = options
    ? RATES.map(([rate, interval]) => withRate(nameless, rate, interval))
    : WINDOWS.map((window) => withWindow(nameless, window))
  const paces = new Map<number, Candidate>()
  for (const candidate of [own, ...usual]) {
    const key = pace(candidate)
    if (!paces.has(key)) paces.set(key, candidate)
  }
  return [...paces].sort(([one], [other]) => one - other).map(([, candidate]) => candidate)
}
