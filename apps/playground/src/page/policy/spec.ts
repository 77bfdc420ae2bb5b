import {
  fixedWindow,
  isOptionsError,
  leakyBucket,
  type Policy,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '@rl/core'

export type AlgorithmName = keyof typeof ALGORITHMS

/** A policy as plain data: the factory's name, and its options as they were typed. An empty option is left out. */
export interface PolicySpec {
  readonly algorithm: AlgorithmName
  readonly options: Readonly<Record<string, string>>
}

export interface OptionInfo {
  readonly name: string
  readonly kind: 'number' | 'duration' | 'word' | 'text'
  /** What it means, in one line. */
  readonly meaning: string
  /** What the library takes where it is left out. */
  readonly otherwise?: string
  readonly words?: readonly string[]
}

interface AlgorithmInfo {
  readonly label: string
  /** What it admits, in one line. */
  readonly meaning: string
  readonly make: (options: never) => Policy
  readonly options: readonly OptionInfo[]
  /** Numbers to begin with. */
  readonly start: Readonly<Record<string, string>>
}

const NAME: OptionInfo = {
  name: 'name',
  kind: 'text',
  meaning: 'Name in keys, headers and decisions',
  otherwise: 'made of the numbers',
}
const number = (name: string, meaning: string): OptionInfo => ({ name, kind: 'number', meaning })
const time = (name: string, meaning: string, otherwise?: string): OptionInfo => ({
  name,
  kind: 'duration',
  meaning,
  ...(otherwise && { otherwise }),
})
const word = (name: string, meaning: string, ...words: string[]): OptionInfo => ({
  name,
  kind: 'word',
  meaning,
  words,
  otherwise: words[0]!,
})

export const ALGORITHMS = {
  tokenBucket: {
    label: 'Token bucket',
    meaning: 'Bursts up to the capacity, then a steady rate.',
    make: tokenBucket,
    options: [
      number('capacity', 'Tokens that a full bucket holds: the largest burst'),
      number('refillRate', 'Tokens that come in per refillInterval'),
      time('refillInterval', 'The time in which refillRate tokens come in', '1s'),
      word('refill', 'Tokens trickle in, or come in all at once', 'continuous', 'interval'),
      NAME,
    ],
    start: { capacity: '20', refillRate: '5' },
  },
  fixedWindow: {
    label: 'Fixed window',
    meaning: 'The limit in each window, and up to twice that around an edge.',
    make: fixedWindow,
    options: [
      number('limit', 'Units that one window admits'),
      time('window', 'Length of a window'),
      word('anchor', 'When a window starts', 'first-request', 'clock'),
      NAME,
    ],
    start: { limit: '20', window: '10s' },
  },
  slidingWindowLog: {
    label: 'Sliding window log',
    meaning: 'The limit in any span of a window, exactly.',
    make: slidingWindowLog,
    options: [
      number('limit', 'Units that any span of one window admits, at most 100 000'),
      time('window', 'Length of the window'),
      NAME,
    ],
    start: { limit: '20', window: '10s' },
  },
  slidingWindowCounter: {
    label: 'Sliding window counter',
    meaning: 'Close to the log, by an estimate from two counts.',
    make: slidingWindowCounter,
    options: [
      number('limit', 'Units that a window admits, by the estimate'),
      time('window', 'Length of the window'),
      NAME,
    ],
    start: { limit: '20', window: '10s' },
  },
  leakyBucket: {
    label: 'Leaky bucket',
    meaning: 'What fits a bucket that leaks steadily.',
    make: leakyBucket,
    options: [
      number('capacity', 'Units that the bucket holds: the largest burst'),
      number('leakRate', 'Units that leak out per leakInterval'),
      time('leakInterval', 'The time in which leakRate units leak out', '1s'),
      NAME,
    ],
    start: { capacity: '20', leakRate: '5' },
  },
} as const satisfies Record<string, AlgorithmInfo>

export const ALGORITHM_NAMES = Object.keys(ALGORITHMS) as AlgorithmName[]

export const isAlgorithm = (name: string): name is AlgorithmName => Object.hasOwn(ALGORITHMS, name)

export const infoOf = (algorithm: AlgorithmName): AlgorithmInfo => ALGORITHMS[algorithm]

export const specOf = (algorithm: AlgorithmName): PolicySpec => ({
  algorithm,
  options: infoOf(algorithm).start,
})

/** The options as a program would give them: what reads as a number is one, what is empty is left out. */
export function optionsOf({ algorithm, options }: PolicySpec): Record<string, string | number> {
  const given: Record<string, string | number> = {}
  for (const { name, kind } of infoOf(algorithm).options) {
    const text = options[name]?.trim() ?? ''
    if (text === '') continue
    given[name] = kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
  }
  return given
}

/**
 * The policy, made by the library.
 * @throws OptionsError as the library does.
 */
export function toPolicy(spec: PolicySpec): Policy {
  const make = infoOf(spec.algorithm).make as (options: object) => Policy
  return make(optionsOf(spec))
}

/** The option that an error of the library names. */
export const optionIn = (message: string): string | undefined => /`(\w+)`/.exec(message)?.[1]

export type Checked =
  | { readonly policy: Policy; readonly error?: never; readonly option?: never }
  | { readonly policy?: never; readonly error: string; readonly option: string | undefined }

/** The policy, or the library's own error and the option that it names. */
export function checkSpec(spec: PolicySpec): Checked {
  try {
    return { policy: toPolicy(spec) }
  } catch (error) {
    if (!isOptionsError(error)) throw error
    return { error: error.message, option: optionIn(error.message) }
  }
}
