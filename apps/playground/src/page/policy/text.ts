import { infoOf, isAlgorithm, type PolicySpec } from './spec.ts'

const LONGEST_OPTION = 128

const toPart = (text: string): string =>
  encodeURIComponent(text).replace(/[~!]/g, (c) => (c === '~' ? '%7E' : '%21'))

function fromPart(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A policy as a short text for a link: `tokenBucket~capacity~20~refillRate~5`. */
export function toText({ algorithm, options }: PolicySpec): string {
  const parts: string[] = [algorithm]
  for (const { name } of infoOf(algorithm).options) {
    const value = options[name]
    if (value) parts.push(name, toPart(value))
  }
  return parts.join('~')
}

/** The policy that a text says, as far as it can be understood; nothing where it names no algorithm. */
export function fromText(text: string): PolicySpec | undefined {
  const [algorithm = '', ...parts] = text.split('~')
  if (!isAlgorithm(algorithm)) return undefined
  const known = infoOf(algorithm).options
  const options: Record<string, string> = {}
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [name, value] = [parts[at]!, fromPart(parts[at + 1]!)]
    if (value !== undefined && known.some((option) => option.name === name))
      options[name] = value.slice(0, LONGEST_OPTION)
  }
  return { algorithm, options }
}
