import { OptionsError } from '../errors.ts'
import { show } from '../options.ts'

/** A String of a structured field (RFC 9651), or an `OptionsError`: it holds printable ASCII only. */
export function toFieldString(name: string): string {
  if (!/^[ -~]*$/.test(name)) {
    throw new OptionsError(
      `Expected the policy's \`name\` to be printable ASCII, which is all that a header can carry, got ${show(name)}`,
    )
  }
  return `"${name.replace(/["\\]/g, '\\$&')}"`
}

/** A whole number as an Integer of a structured field, which ends at 15 digits. */
export const toFieldInteger = (value: number): number => Math.min(value, 999_999_999_999_999)

/** A Byte Sequence of a structured field. */
export const toFieldBytes = (bytes: Uint8Array): string => `:${btoa(String.fromCharCode(...bytes))}:`
