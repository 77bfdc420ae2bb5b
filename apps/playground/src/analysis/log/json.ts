import { type FieldName, toFieldName } from './field-names.ts'
import { isNobody, type Line, type LineReader } from './line.ts'
import { parseTime } from './time.ts'

type Fields = Readonly<Record<string, unknown>>
type Kind = 'time' | 'client'

interface Found {
  value: unknown
  rank: number
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

const MOST_NAMES = 10_000

/** Lines of which each is an object in JSON, with a field for the time and one for the client, maybe in `request` or so. */
export function createJsonReader(): LineReader {
  const names = new Map<string, FieldName>()

  function nameOf(name: string): FieldName {
    let known = names.get(name)
    if (known === undefined) {
      if (names.size >= MOST_NAMES) names.clear()
      known = toFieldName(name)
      names.set(name, known)
    }
    return known
  }

  /** The field of the best name; one further inside counts only where nothing is found outside. */
  function find(fields: Fields, kind: Kind): Found | undefined {
    let best: Found | undefined
    for (const name in fields) {
      const rank = nameOf(name)[kind]
      const value = fields[name]
      if (rank !== undefined && isPlain(value) && (best === undefined || rank < best.rank))
        best = { value, rank }
    }
    if (best) return best
    for (const name in fields) {
      const inner = fields[name]
      if (isFields(inner) && nameOf(name).inside) best ??= find(inner, kind)
    }
    return best
  }

  function read(fields: Fields): Line {
    const time = find(fields, 'time')
    if (!time) return { reason: 'no field for the time, such as "time" or "timestamp"' }
    const client = find(fields, 'client')
    if (!client) return { reason: 'no field for the client, such as "client", "ip" or "remote_addr"' }
    const at = parseTime(time.value)
    if (at === undefined) return { reason: `no time is known of ${JSON.stringify(time.value).slice(0, 40)}` }
    const name = String(client.value).trim()
    return isNobody(name) ? { reason: 'no client' } : { time: at, client: name }
  }

  return (line) => {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return { reason: 'not JSON' }
    }
    return isFields(value) ? read(value) : { reason: 'JSON, and no object' }
  }
}
