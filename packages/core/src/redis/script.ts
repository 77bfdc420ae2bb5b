import { digest } from '../key.ts'
import type { Algorithm, Policy } from '../policy.ts'
import consume from './consume.lua'
import numbers from './numbers.lua'
import refund from './refund.lua'
import reset from './reset.lua'
import times from './times.lua'

/** A script that Redis runs: its text, and its SHA-1, which is computed here when it is first asked for. */
export interface Script {
  readonly lua: string
  sha(): string | Promise<string>
}

function script(lua: string): Script {
  let known: string | undefined
  const compute = async (): Promise<string> => {
    known = await digest('SHA-1', lua)
    return known
  }
  return { lua, sha: () => known ?? compute() }
}

// Seven bytes hold any whole number up to 2^53, at the same cost of memory as one number in text.
const BYTES = 7

const list = (count: number, name: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => name(n + 1)).join(', ')

/** The lines of a file behind `--<name>`, up to the next such mark. */
const section = (lua: string, name: string): string =>
  new RegExp(`^--${name}\\n([\\s\\S]*?)(?=^--)`, 'm').exec(lua)?.[1] ?? ''

/** How a kind of state is kept, and the names of what it is made of. */
function kindOf(algorithm: Algorithm): { lua: string; names: Record<string, string> } {
  if (algorithm.state === 'times') {
    const names = {
      STATE_i: 'length_i, at_i',
      NEXT_i: 'first_i, last_i, stamp_i',
      TAKEN_i: 'stamp_i, count_i',
    }
    return { lua: times, names: { ...names, EXISTS_i: 'length_i > 0' } }
  }
  const { size } = algorithm
  const names = {
    STATE_i: list(size, (n) => `state${n}_i`),
    NEXT_i: list(size, (n) => `next${n}_i`),
    TAKEN_i: list(size, (n) => `taken${n}_i`),
    EXISTS_i: 'stored_i',
    FORMAT_i: `'<${`I${BYTES}`.repeat(size)}'`,
    BYTES_i: String(BYTES * size),
  }
  return { lua: numbers, names }
}

/** The lines of one policy, at its place of the combination. */
function forPolicy(lines: string, policy: Policy, place: number): string {
  const { lua, names } = kindOf(policy.algorithm)
  let text = lines.replace(/^--(load|check|save|keep)\n/gm, (_, name: string) => section(lua, name))
  const all = {
    ...names,
    KEY_i: 'KEYS[k + PLACE_i]',
    NUMBERS_i: list(policy.numbers.length, (n) => `number${n}_i`),
    DECIDE_i: `decide_${policy.algorithm.id}`,
    REFUND_i: `refund_${policy.algorithm.id}`,
    PLACE_i: String(place),
  }
  for (const [name, value] of Object.entries(all)) text = text.replaceAll(name, value)
  return text.replace(/_i\b/g, `_${place}`)
}

/** One of an algorithm's two functions, under a name of its own, with what both need. */
function twin({ lua, id }: Algorithm, wanted: 'decide' | 'refund'): string {
  const [shared = '', ...functions] = lua.split(/^(?=local function (?:decide|refund)\()/m)
  const text = functions.find((each) => each.startsWith(`local function ${wanted}(`)) ?? ''
  return `local ${wanted}_${id}\ndo\n${shared}${text}\n${wanted}_${id} = ${wanted}\nend`
}

function compose(host: string, wanted: 'decide' | 'refund', policies: readonly Policy[]): string {
  let count = 0
  const constants: string[] = []
  for (const [at, policy] of policies.entries()) {
    const names = list(policy.numbers.length, (n) => `number${n}_${at + 1}`)
    constants.push(`local ${names} = ${list(policy.numbers.length, (n) => `ARGV[${count + n}] + 0`)}`)
    count += policy.numbers.length
  }
  const algorithms = new Map(policies.map(({ algorithm }) => [algorithm.id, algorithm]))
  const body = host
    .replaceAll('COSTS', String(count))
    .replaceAll('POLICIES', String(policies.length))
    .replace(/^--each\n([\s\S]*?)^--end\n/gm, (_, lines: string) =>
      policies.map((policy, at) => forPolicy(lines, policy, at + 1)).join(''),
    )
  return [...[...algorithms.values()].map((algorithm) => twin(algorithm, wanted)), ...constants, body].join(
    '\n',
  )
}

/** The scripts of a store: one for each combination of algorithms in use, so that their text never depends on values. */
export interface Scripts {
  consume(policies: readonly Policy[]): Script
  refund(policies: readonly Policy[]): Script
  readonly reset: Script
}

export function createScripts(): Scripts {
  const known = new Map<string, Script>()
  function find(wanted: 'decide' | 'refund', host: string, policies: readonly Policy[]): Script {
    const name = `${wanted} ${policies.map(({ algorithm }) => algorithm.id).join(' ')}`
    const found = known.get(name) ?? script(compose(host, wanted, policies))
    known.set(name, found)
    return found
  }
  return {
    consume: (policies) => find('decide', consume, policies),
    refund: (policies) => find('refund', refund, policies),
    reset: script(reset),
  }
}
