import { parseArgs } from 'node:util'

/** What the command line asks for. */
export interface Request {
  /** Names of suites; none for all. */
  readonly suites: readonly string[]
  readonly rounds: number
  readonly scale: number
  readonly json: boolean
  readonly help: boolean
}

export const USAGE = `Usage: pnpm bench [suite ...] [options]

  --quick      less of everything: all suites in under three minutes
  --rounds N   rounds of each suite, whose median counts (7; with --quick 2)
  --scale X    calls and keys, as a part of a full run's (1; with --quick 0.08)
  --json       one JSON document instead of Markdown tables
  --help       this text

Progress goes to stderr. REDIS_SERVER names a Redis or Valkey binary other than the one on the PATH.
With \`pnpm --silent bench --json\` nothing but the document goes to stdout.`

function positive(name: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!(value > 0 && Number.isFinite(value)))
    throw new TypeError(`Expected --${name} to be a positive number, got ${text}`)
  return value
}

/** @throws TypeError when an option is unknown or not what it should be. */
export function parseCommandLine(args: readonly string[]): Request {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      scale: { type: 'string' },
    },
  })
  const { quick, json, help } = values
  return {
    suites: positionals,
    rounds: Math.ceil(positive('rounds', values.rounds, quick ? 2 : 7)),
    scale: positive('scale', values.scale, quick ? 0.08 : 1),
    json,
    help,
  }
}
