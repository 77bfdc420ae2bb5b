// Bytes that a terminal would obey, and what turns the direction of writing.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu

/** A text of a log as a terminal may show it. */
export const harmless = (text: string): string =>
  text.replace(UNSAFE, (found) => `\\u{${found.codePointAt(0)!.toString(16)}}`)

/** Columns as wide as what they hold: the first one to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const whole = (value: number): string => value.toLocaleString('en')

export const percent = (part: number, all: number): string =>
  `${(all === 0 ? 0 : (part / all) * 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`

/** `2015-05-17 10:05:03`, in UTC. */
export const date = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** A length of time: `250 ms`, `1.5 s`, `3 h`. */
export function time(ms: number): string {
  const [name, size] = UNITS.find(([, unit]) => ms >= unit) ?? ['ms', 1]
  return `${(ms / size).toLocaleString('en', { maximumFractionDigits: 1 })} ${name}`
}
