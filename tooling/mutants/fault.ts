/** A text of a file, and what stands there instead when the fault is planted. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string
  /** Exactly once in the file. */
  readonly find: string
  readonly replace: string
}

/** A mistake that was made somewhere once, or could be: what the tests are for. */
export interface Fault {
  readonly id: string
  /** Where it comes from, in one line. */
  readonly why: string
  /** All planted together: a mistake that both twins make is one fault. */
  readonly edits: readonly Edit[]
  /** The test files of which one at least must fail. */
  readonly tests: readonly string[]
  /** A pattern of the names of those tests that are enough; the others take their time. */
  readonly only?: string
}

/** The text with the edit made. */
export function plant({ file, find, replace }: Edit, text: string): string {
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`Found ${parts.length - 1} times in ${file}: ${find}`)
  return parts.join(replace)
}
