// The first in a list that a line has is taken. Names are compared without case and without `_`, `-`, `@` and `.`.
const TIMES = [
  'timestamp',
  'time',
  'ts',
  'datetime',
  'date',
  'timelocal',
  'timeiso8601',
  'timereceived',
  'starttime',
  'startutc',
  'startlocal',
  'eventtime',
  'edgestarttimestamp',
  'requesttimestamp',
  'msec',
  't',
]
const CLIENTS = [
  'client',
  'clientip',
  'clientaddress',
  'clientid',
  'clientaddr',
  'clienthost',
  'ip',
  'ipaddress',
  'remoteip',
  'remoteaddr',
  'remoteaddress',
  'remotehost',
  'sourceip',
  'sourceaddress',
  'sourceipaddress',
  'cip',
  'httpclientip',
  'userid',
  'user',
  'username',
  'apikey',
  'account',
  'tenant',
  'key',
  'address',
]
/** Objects in a line of JSON that may hold one of these. */
const INSIDE = new Set(['request', 'req', 'httprequest', 'http', 'client', 'source', 'network'])

const rank = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, place) => [name, place]))

const timeRanks = rank(TIMES)
const clientRanks = rank(CLIENTS)

export interface FieldName {
  /** How good a name for a time it is, 0 the best; nothing where it is none. */
  readonly time: number | undefined
  readonly client: number | undefined
  /** Whether an object of this name may hold such fields. */
  readonly inside: boolean
}

export function toFieldName(name: string): FieldName {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return { time: timeRanks.get(plain), client: clientRanks.get(plain), inside: INSIDE.has(plain) }
}
