import { createClientNames, LONGEST_CLIENT } from './client-names.ts'
import { createCommonReader } from './common.ts'
import { createCsvReader, isCsv } from './csv.ts'
import { createJsonReader } from './json.ts'
import type { Line, LineReader } from './line.ts'
import { createLines, LONGEST_LINE } from './lines.ts'

export const FORMATS = ['common', 'json', 'csv'] as const
export type Format = (typeof FORMATS)[number]

/** The first line that was not understood. */
export interface Misread {
  /** The first line of a file is 1. */
  readonly line: number
  readonly reason: string
  /** The line, cut short. */
  readonly text: string
}

export interface Reading {
  /** Nothing until a line was understood. The combined log format counts as the common one. */
  readonly format: Format | undefined
  /** All that are not empty, but for a header. */
  readonly lines: number
  readonly understood: number
  readonly firstMisread: Misread | undefined
}

export interface LogReader {
  /** Who sent requests, by the number that `take` is given. */
  readonly names: readonly string[]
  write(bytes: Uint8Array): void
  end(): void
  reading(): Reading
}

const READERS: Record<Format, () => LineReader> = {
  common: createCommonReader,
  json: createJsonReader,
  csv: createCsvReader,
}
const UNKNOWN = 'neither common log format, nor JSON, nor CSV with a time and a client column'
const LONGEST_SHOWN = 160

function formatOf(line: string): Format | undefined {
  if (line.startsWith('{')) return 'json'
  const common = createCommonReader()(line)
  if (common && 'time' in common) return 'common'
  return isCsv(line) ? 'csv' : undefined
}

/**
 * Reads a log that comes in pieces, and gives each request's time (ms since the epoch) and client in the file's order.
 * The format is that of the first line that is understood, unless it is given.
 */
export function createLogReader(
  take: (time: number, client: number) => void,
  given?: Format | undefined,
): LogReader {
  const clients = createClientNames()
  let format = given
  let read = given && READERS[given]()
  let number = 0
  let lines = 0
  let understood = 0
  let firstMisread: Misread | undefined

  function parse(line: string): Line | undefined {
    if (!read) {
      const found = formatOf(line)
      if (!found) return { reason: UNKNOWN }
      const reader = READERS[found]()
      const first = reader(line)
      if (first && 'reason' in first) return first
      format = found
      read = reader
      return first
    }
    return read(line)
  }

  function misread(line: string, reason: string): void {
    const text = line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line
    firstMisread ??= { line: number, reason, text }
  }

  const pieces = createLines((line, cut) => {
    number++
    if (line.trim() === '') return
    const said = cut ? { reason: `longer than ${LONGEST_LINE} characters` } : parse(line)
    if (said === undefined) return
    lines++
    if ('reason' in said) return misread(line, said.reason)
    if (said.client.length > LONGEST_CLIENT)
      return misread(line, `the client is longer than ${LONGEST_CLIENT} characters`)
    understood++
    take(said.time, clients.numberOf(said.client))
  })

  return {
    names: clients.names,
    write: pieces.write,
    end: pieces.end,
    reading: () => ({ format, lines, understood, firstMisread }),
  }
}
