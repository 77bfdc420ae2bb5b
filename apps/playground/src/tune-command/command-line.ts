import { parseArgs } from 'node:util'
import { FORMATS, type Format } from '../analysis/log/reader.ts'
import { type AlgorithmName, checkSpec, infoOf, isAlgorithm, type PolicySpec } from '../page/policy/spec.ts'
import { ALGORITHM_FLAGS, ALGORITHM_HELP, flagsOf, POLICY_FLAGS, toFlag } from './flags.ts'

/** What the command line asks for. */
export interface Request {
  /** A path, or `-` for the standard input. */
  readonly file: string
  readonly spec: PolicySpec
  /** The share of clients that a proposal leaves untouched, 0 to 1. */
  readonly untouched: number
  readonly format: Format | undefined
  readonly json: boolean
}

export const USAGE = `Usage: npm run tune -- FILE [options]

Reads an access log, shows how clients behave, what a policy would do to them,
and which numbers would leave nearly all of them untouched. FILE may be
compressed by gzip; - reads the standard input.

  --algorithm NAME   of the policy (token-bucket)
  --untouched N      per cent of clients that a proposal leaves untouched (99.9)
  --format NAME      common (also combined), json or csv; told by the file if left out
  --json             the result in JSON
  --help             this text

Algorithms and their options:

${ALGORITHM_HELP}

Nothing is kept of each line, but the last 131,072 to put them in order; some
numbers are kept for each client. A sliding window log also keeps its entries.`

const SHARED = {
  algorithm: { type: 'string' },
  policy: { type: 'string' },
  untouched: { type: 'string', default: '99.9' },
  format: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const TEXT = { type: 'string' } as const
const OPTIONS = { ...Object.fromEntries(POLICY_FLAGS.map((flag) => [flag, TEXT])), ...SHARED }

const wrong = (flag: string, expected: string, got: string): TypeError =>
  new TypeError(`Expected --${flag} to be ${expected}, got ${JSON.stringify(got)}`)

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new TypeError((error as Error).message.replaceAll('\n', ' '))
  }
}

function algorithmOf(text = 'token-bucket'): AlgorithmName {
  const name = ALGORITHM_FLAGS.get(text) ?? text
  if (!isAlgorithm(name)) throw wrong('algorithm', `one of ${[...ALGORITHM_FLAGS.keys()].join(', ')}`, text)
  return name
}

function specOf(algorithm: AlgorithmName, given: ReadonlyMap<string, string>): PolicySpec {
  const known = flagsOf(algorithm)
  const options: Record<string, string> = { ...infoOf(algorithm).start }
  for (const [flag, value] of given) {
    const name = known.get(flag)
    if (name === undefined) {
      const flags = [...known.keys()].map((one) => `--${one}`).join(', ')
      throw new TypeError(`--${flag} is no option of ${toFlag(algorithm)}, which has ${flags}`)
    }
    if (value.trim() === '') throw wrong(flag, 'a value', value)
    options[name] = value
  }
  const spec = { algorithm, options }
  const { error } = checkSpec(spec)
  if (error !== undefined)
    throw new TypeError(error.replace(/`(\w+)`/g, (_, name: string) => `--${toFlag(name)}`))
  return spec
}

function shareOf(text: string): number {
  const percent = /^\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (!(percent > 0 && percent <= 100))
    throw wrong('untouched', 'a percentage over 0 and up to 100, such as 99.9', text)
  return Number((percent / 100).toFixed(8))
}

function formatOf(text: string | undefined): Format | undefined {
  const format = FORMATS.find((one) => one === text)
  if (text !== undefined && format === undefined) throw wrong('format', FORMATS.join(', '), text)
  return format
}

/**
 * Reads the command line; nothing where only help is asked for.
 * @throws TypeError of one line when an option is unknown or not what it should be.
 */
export function parseCommandLine(args: readonly string[]): Request | undefined {
  const { values, positionals } = parse(args)
  if (values.help) return undefined
  const [file, ...more] = positionals
  if (file === undefined) throw new TypeError('Expected the path of a log, or - for the standard input')
  if (more.length > 0) throw new TypeError(`Expected one log, got ${positionals.length}`)
  const given = new Map(
    Object.entries(values).flatMap(([flag, value]) =>
      POLICY_FLAGS.includes(flag) && typeof value === 'string' ? [[flag, value] as const] : [],
    ),
  )
  return {
    file,
    spec: specOf(algorithmOf(values.algorithm ?? values.policy), given),
    untouched: shareOf(values.untouched),
    format: formatOf(values.format),
    json: values.json,
  }
}
