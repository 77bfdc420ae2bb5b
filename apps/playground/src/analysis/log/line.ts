/** What a line says, or why it is not understood. */
export type Line = { readonly time: number; readonly client: string } | { readonly reason: string }

/** Reads the lines of one log; a line that is neither good nor bad (a header) is nothing. */
export type LineReader = (line: string) => Line | undefined

/** A client that is no text to count by. */
export const isNobody = (client: string): boolean => client === '' || client === '-'
