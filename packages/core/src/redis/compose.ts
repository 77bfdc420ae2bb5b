import type { Algorithm, Policy } from '../policy.ts'
import consume from './consume.lua'
import { type Kind, kindOf, list } from './kinds.ts'
import refund from './refund.lua'

/** The lines of a file behind `--<name>`, up to the next such mark. */
const section = (lua: string, name: string): string =>
  new RegExp(`^--${name}\\n([\\s\\S]*?)(?=^--)`, 'm').exec(lua)?.[1] ?? ''

const REFUND = /^local function refund\([\s\S]*/m

/** A twin's function under a name of its own, with what it needs of the others. */
function closure({ lua, id }: Algorithm, wanted: 'decide' | 'refund'): string {
  const text = wanted === 'decide' ? lua.replace(REFUND, '') : lua
  return `local ${wanted}_${id}\ndo\n${text.trim()}\n${wanted}_${id} = ${wanted}\nend`
}

const RESULTS = 'allowed_i, remaining_i, retry_i, reset_i, NEXT_i'
const GIVEN = 'now, cost_i, NUMBERS_i, STATE_i'
const CALL = `local ${RESULTS} = DECIDE_i(${GIVEN})\n`

const DECIDE = /^local function decide\((.*)\)\n([\s\S]*?)^return ([\s\S]*)\nend$/m

/** A decision without a function, which costs as much as it saves where it is made once; or nothing where it returns early. */
function inline({ lua }: Algorithm): string | undefined {
  const text = lua.replace(REFUND, '').trim()
  const [whole, names, body, results] = DECIDE.exec(text) ?? []
  if (whole === undefined || /\breturn\b/.test(`${body} ${results}`)) return undefined
  const before = text.slice(0, -whole.length)
  return `local ${RESULTS}\ndo\nlocal ${names} = ${GIVEN}\n${before}${body}${RESULTS} = ${results}\nend\n`
}

// Lua allows a function 200 locals, of which a policy takes some 20.
const MOST_IN_LOCALS = 8

/** Names of a policy with its place: locals, or fields where a script has too many policies for that. */
function placed(text: string, place: number, policies: readonly Policy[]): string {
  if (policies.length <= MOST_IN_LOCALS) return text.replace(/_i\b/g, `_${place}`)
  return text.replace(/\blocal (function )?(?=\w+_i\b)/g, '$1').replace(/\b(\w+)_i\b/g, `v.$1_${place}`)
}

/** The lines of one policy, at its place of the combination. */
function forPolicy(lines: string, policies: readonly Policy[], at: number, decision: string): string {
  const policy = policies[at]!
  const place = at + 1
  const { lua, names } = kindOf(policy.algorithm)
  let text = lines
    .replace('--decide\n', () => decision)
    .replace(/^--(load|check|save|keep)\n/gm, (_, name: string) => section(lua, name))
  const all = {
    ...names,
    KEY_i: 'KEYS[k + PLACE_i]',
    NUMBERS_i: list(policy.numbers.length, (n) => `number${n}_i`),
    DECIDE_i: `decide_${policy.algorithm.id}`,
    REFUND_i: `refund_${policy.algorithm.id}`,
    PLACE_i: String(place),
  }
  for (const [name, value] of Object.entries(all)) text = text.replaceAll(name, value)
  return placed(text, place, policies)
}

/** The numbers of all policies, which come first among the arguments; and how many of them there are. */
function numbersOf(policies: readonly Policy[]): { lines: string[]; count: number } {
  let count = 0
  const lines = policies.map(({ numbers }, at) => {
    const before = count
    count += numbers.length
    const names = list(numbers.length, (n) => `number${n}_i`)
    const line = `local ${names} = ${list(numbers.length, (n) => `ARGV[${before + n}] + 0`)}`
    return placed(line, at + 1, policies)
  })
  return { lines: policies.length > MOST_IN_LOCALS ? ['local v = {}', ...lines] : lines, count }
}

/** Asks whether the user may run what writes, unless that is one command, which tells by itself. */
function asking(policies: readonly Policy[], wanted: keyof Kind['commands']): string | undefined {
  const commands = Object.entries(
    Object.assign({}, ...policies.map(({ algorithm }) => kindOf(algorithm).commands[wanted])),
  )
  if (commands.length === 1) return undefined
  const lines = commands.map(([command, more]) => {
    const call = [`'${command}'`, 'KEYS[1]', ...Array(more).fill("'0'")].join(', ')
    const refusal = `{ err = 'NOPERM nothing was written: ${command} is not allowed' }`
    return `if not redis.acl_check_cmd(${call}) then return ${refusal} end\n`
  })
  return lines.join('')
}

function compose(
  host: string,
  policies: readonly Policy[],
  costs: number,
  ask: string | undefined,
  decisionOf: (policy: Policy) => string,
): string {
  const each = (lines: string): string =>
    policies.map((policy, at) => forPolicy(lines, policies, at, decisionOf(policy))).join('')
  return host
    .replace(/^--ask\n([\s\S]*?)^--end\n/m, (_, lines: string) => (ask ? lines.replace('MAY\n', ask) : ''))
    .replaceAll('COSTS', String(costs))
    .replaceAll('POLICIES', String(policies.length))
    .replace(/^--each\n([\s\S]*?)^--end\n/gm, (_, lines: string) => each(lines))
}

const closures = (policies: readonly Policy[], wanted: 'decide' | 'refund'): string[] =>
  [...new Map(policies.map(({ algorithm }) => [algorithm.id, algorithm])).values()].map((algorithm) =>
    closure(algorithm, wanted),
  )

/** The script for one check of these policies, or for a batch. Its text depends on their algorithms, never on their numbers. */
export function composeConsume(policies: readonly Policy[], many: boolean): string {
  const { lines, count } = numbersOf(policies)
  const [kept, dropped] = many ? ['many', 'one'] : ['one', 'many']
  let host = consume.replace(new RegExp(`^.* --${dropped}\\n?`, 'gm'), '').replaceAll(` --${kept}`, '')
  const inlined = policies.length === 1 ? inline(policies[0]!.algorithm) : undefined
  if (inlined !== undefined) host = host.replace(/^elseif [\s\S]*?(?=^end\n)/m, '')
  const text = compose(host, policies, count + 1, asking(policies, 'charge'), () => inlined ?? CALL)
  const functions = inlined === undefined ? closures(policies, 'decide') : []
  return [...functions, ...lines, many ? text : text.replaceAll('k + ', '')].join('\n')
}

/** The script that takes back one check of these policies. */
export function composeRefund(policies: readonly Policy[]): string {
  const { lines, count } = numbersOf(policies)
  const text = compose(refund, policies, count, asking(policies, 'refund'), () => '')
  return [...closures(policies, 'refund'), ...lines, text].join('\n')
}
