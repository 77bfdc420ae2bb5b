import { ALGORITHM_NAMES, type AlgorithmName, infoOf } from '../page/policy/spec.ts'

/** `refillRate` as a flag is called: `refill-rate`. */
export const toFlag = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The options that are numbers of a policy; its name changes no decision. */
const optionsOf = (algorithm: AlgorithmName) =>
  infoOf(algorithm).options.filter(({ kind }) => kind !== 'text')

/** The flags of an algorithm's options, and which option each is. */
export const flagsOf = (algorithm: AlgorithmName): ReadonlyMap<string, string> =>
  new Map(optionsOf(algorithm).map(({ name }) => [toFlag(name), name]))

export const ALGORITHM_FLAGS: ReadonlyMap<string, AlgorithmName> = new Map(
  ALGORITHM_NAMES.map((name) => [toFlag(name), name]),
)

/** Every flag that is an option of some algorithm. */
export const POLICY_FLAGS: readonly string[] = [
  ...new Set(ALGORITHM_NAMES.flatMap((name) => [...flagsOf(name).keys()])),
]

const FORMS: Readonly<Record<string, string>> = { number: 'N', duration: 'TIME' }

function line(algorithm: AlgorithmName): string {
  const { start } = infoOf(algorithm)
  const flags = optionsOf(algorithm).map(({ name, kind, words, otherwise }) => {
    const form = words ? words.join('|') : FORMS[kind]
    return `--${toFlag(name)} ${form} (${start[name] ?? otherwise})`
  })
  return `  ${toFlag(algorithm).padEnd(24)}${flags.join('\n'.padEnd(27))}`
}

/** The algorithms and their flags, as the help shows them. */
export const ALGORITHM_HELP: string = ALGORITHM_NAMES.map(line).join('\n')
