import { digest } from '../key.ts'
import type { Policy } from '../policy.ts'
import consume from './consume.lua'
import refund from './refund.lua'
import reset from './reset.lua'

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

const names = (stem: string, place: number, count: number): string =>
  Array.from({ length: count }, (_, n) => `${stem}${place}_${n + 1}`).join(', ')

/** The lines of one policy, at its place of the combination. */
function forPolicy(lines: string, { algorithm, numbers }: Policy, place: number): string {
  return lines
    .replaceAll('STATE_i', names('state', place, algorithm.size))
    .replaceAll('NEXT_i', names('next', place, algorithm.size))
    .replaceAll('NUMBERS_i', names('number', place, numbers.length))
    .replaceAll('FORMAT_i', `'<${`I${BYTES}`.repeat(algorithm.size)}'`)
    .replaceAll('BYTES_i', String(BYTES * algorithm.size))
    .replaceAll('DECIDE_i', `decide_${algorithm.id}`)
    .replaceAll('REFUND_i', `refund_${algorithm.id}`)
    .replaceAll(/_i\b/g, `_${place}`)
    .replaceAll(/ i\]/g, ` ${place}]`)
    .replaceAll('[i]', `[${place}]`)
}

/** One of an algorithm's two functions, under a name of its own, with what both need. */
function twin(lua: string, id: string, wanted: 'decide' | 'refund'): string {
  const [shared = '', ...functions] = lua.split(/^(?=local function (?:decide|refund)\()/m)
  const text = functions.find((each) => each.startsWith(`local function ${wanted}(`)) ?? ''
  return `local ${wanted}_${id}\ndo\n${shared}${text}\n${wanted}_${id} = ${wanted}\nend`
}

function compose(host: string, wanted: 'decide' | 'refund', policies: readonly Policy[]): string {
  let count = 0
  const numbers: string[] = []
  for (const [at, policy] of policies.entries()) {
    const values = policy.numbers.map((_, n) => `ARGV[${count + n + 1}] + 0`)
    numbers.push(`local ${names('number', at + 1, values.length)} = ${values.join(', ')}`)
    count += values.length
  }
  const algorithms = [...new Map(policies.map(({ algorithm }) => [algorithm.id, algorithm])).values()]
  const body = host
    .replaceAll('COSTS', String(count))
    .replaceAll('POLICIES', String(policies.length))
    .replaceAll(/--each\n([\s\S]*?)--end\n/g, (_, lines: string) =>
      policies.map((policy, at) => forPolicy(lines, policy, at + 1)).join(''),
    )
  return [...algorithms.map(({ lua, id }) => twin(lua, id, wanted)), ...numbers, body].join('\n')
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
