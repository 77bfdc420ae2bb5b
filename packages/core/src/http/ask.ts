import { OptionsError } from '../errors.ts'
import { reasonOf } from '../options.ts'

/** What an error tells its framework of the answer to give. */
function statusOf(cause: unknown): { status?: unknown; statusCode?: unknown } {
  const { status, statusCode } = Object(cause) as { status?: unknown; statusCode?: unknown }
  return { ...(status !== undefined && { status }), ...(statusCode !== undefined && { statusCode }) }
}

/**
 * The error for what a function of the user's threw; it names the option. A framework must never be given `undefined`, or
 * a word such as `'route'`, which would let the request through.
 */
export const failureOf = (option: string, cause: unknown, advice = ''): OptionsError =>
  Object.assign(
    new OptionsError(`\`${option}\` failed: ${reasonOf(cause)}${advice}`, { cause }),
    statusOf(cause),
  )

/** Asks a function of the user's, and rejects with an error that names the option. */
export async function ask<A extends readonly unknown[], T>(
  option: string,
  question: (...args: A) => T,
  ...args: A
): Promise<Awaited<T>> {
  try {
    return await question(...args)
  } catch (cause) {
    throw failureOf(option, cause)
  }
}
