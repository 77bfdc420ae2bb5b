import { toFieldName } from './field-names.ts'
import { isNobody, type LineReader } from './line.ts'
import { parseTime } from './time.ts'

const SEPARATORS = [',', '\t', ';', '|'] as const

/** Where the quote that opens at `from` closes, or -1; a doubled quote does not close it. */
function closing(line: string, from: number): number {
  let to = line.indexOf('"', from + 1)
  while (to >= 0 && line[to + 1] === '"') to = line.indexOf('"', to + 2)
  return to
}

/** The fields of a line; quotes keep separators together, and a doubled quote is one. Nothing where a quote stays open. */
export function splitFields(line: string, separator: string): string[] | undefined {
  if (!line.includes('"')) return line.split(separator)
  const fields: string[] = []
  for (let from = 0; from <= line.length; ) {
    const quoted = line[from] === '"'
    const close = quoted ? closing(line, from) : from
    if (close < 0) return undefined
    const next = line.indexOf(separator, close)
    const to = next < 0 ? line.length : next
    fields.push(quoted ? line.slice(from + 1, close).replaceAll('""', '"') : line.slice(from, to))
    from = to + 1
  }
  return fields
}

/** Which columns hold the time and the client. */
interface Columns {
  readonly separator: string
  readonly time: number
  readonly client: number
  readonly count: number
}

function best(fields: readonly string[], kind: 'time' | 'client'): number {
  let found = -1
  let least = Number.POSITIVE_INFINITY
  for (const [place, field] of fields.entries()) {
    const rank = toFieldName(field)[kind]
    if (rank === undefined || rank >= least) continue
    found = place
    least = rank
  }
  return found
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]+)$/i

/** By the names in a header, where the line is one. */
function fromHeader(fields: readonly string[]): [time: number, client: number] {
  return [best(fields, 'time'), best(fields, 'client')]
}

/** The first times that a number alone is taken for: those after 1973. */
const EARLIEST = 100_000_000_000

/** By what a line without a header holds: a time, and an address, or whatever else there is of two columns. */
function fromValues(fields: readonly string[]): [time: number, client: number] {
  const time = fields.findIndex((field) => (parseTime(field) ?? 0) >= EARLIEST)
  const address = fields.findIndex((field, place) => place !== time && ADDRESS.test(field.trim()))
  return [time, address < 0 && fields.length === 2 && time >= 0 ? 1 - time : address]
}

function findColumns(
  line: string,
  look: (fields: readonly string[]) => [time: number, client: number],
): Columns | undefined {
  for (const separator of SEPARATORS) {
    const fields = line.includes(separator) ? splitFields(line, separator) : undefined
    if (!fields || fields.length < 2) continue
    const [time, client] = look(fields)
    if (time >= 0 && client >= 0 && time !== client) return { separator, time, client, count: fields.length }
  }
  return undefined
}

/** Whether a line is the first of such a file: a header with a time and a client column, or a line that has both. */
export const isCsv = (line: string): boolean =>
  findColumns(line, fromHeader) !== undefined || findColumns(line, fromValues) !== undefined

function readFields(line: string, { separator, time, client, count }: Columns): ReturnType<LineReader> {
  const fields = splitFields(line, separator)
  if (!fields) return { reason: 'a quote is not closed' }
  if (fields.length !== count) return { reason: `expected ${count} columns, got ${fields.length}` }
  const text = fields[time]!.trim()
  const at = parseTime(text)
  if (at === undefined) return { reason: `no time is known of ${JSON.stringify(text.slice(0, 40))}` }
  const name = fields[client]!.trim()
  return isNobody(name) ? { reason: 'no client' } : { time: at, client: name }
}

/** Columns apart by commas, tabs, semicolons or bars, of which one is a time and one a client; with a header or without. */
export function createCsvReader(): LineReader {
  let columns: Columns | undefined
  return (line) => {
    if (columns) return readFields(line, columns)
    columns = findColumns(line, fromHeader)
    if (columns) return undefined
    columns = findColumns(line, fromValues)
    return columns
      ? readFields(line, columns)
      : { reason: 'no header with a time and a client column, and no such columns' }
  }
}
