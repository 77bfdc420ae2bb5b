import { OptionsError } from '../errors.ts'
import { reasonOf } from '../options.ts'

/** The error for what a function of the user's threw; it names the option. */
export const failureOf = (option: string, cause: unknown, advice = ''): OptionsError =>
  new OptionsError(`\`${option}\` failed: ${reasonOf(cause)}${advice}`, { cause })

/**
 * Asks a function of the user's. An error that it throws is the application's own and goes to the framework as it is. What
 * is none becomes one that names the option: `undefined`, or a word such as `'route'`, would let the request through.
 */
export async function ask<A extends readonly unknown[], T>(
  option: string,
  question: (...args: A) => T,
  ...args: A
): Promise<Awaited<T>> {
  try {
    return await question(...args)
  } catch (cause) {
    throw cause instanceof Error ? cause : failureOf(option, cause)
  }
}
