import { OptionsError } from '../errors.ts'
import { escapeKey, hashKey, isPlain, LONGEST_KEY } from '../key.ts'
import { show } from '../options.ts'
import type { Policy } from '../policy.ts'

const FORMAT = 'rl1'

const isLong = (text: string): boolean =>
  text.length > LONGEST_KEY ||
  (text.length * 3 > LONGEST_KEY && new TextEncoder().encode(text).length > LONGEST_KEY)

/** The hash tag of a key: all its policies share it, so that a cluster keeps them on one node. */
export function tagOf(key: string): string | Promise<string> {
  if (isPlain(key)) return key
  const escaped = escapeKey(key)
  return isLong(escaped) ? hashKey(escaped) : escaped
}

/** Names the Redis keys that hold a policy's state, by hash tag: format version, hash tag, policy, algorithm. */
export function keyNames(prefix: string, { name, algorithm }: Policy): (tag: string) => string {
  const before = `${prefix}${FORMAT}:{`
  const after = `}:${name}:${algorithm.id}`
  return (tag) => before + tag + after
}

/** The name of one of them. */
export const redisKey = (prefix: string, tag: string, policy: Policy): string => keyNames(prefix, policy)(tag)

/** Refuses a prefix that would move the hash tag or that Redis could not tell from another. */
export function checkPrefix(prefix: unknown): string {
  if (prefix === undefined) return ''
  if (typeof prefix !== 'string' || prefix.length > LONGEST_KEY || /[{}]|\p{Surrogate}/u.test(prefix)) {
    throw new OptionsError(`Expected \`prefix\` to be a short text without braces, got ${show(prefix)}`)
  }
  return prefix
}
