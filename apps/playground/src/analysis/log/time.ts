const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const COMMON = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? ?(?:([Zz]|UTC|GMT)|([+-])(\d\d):?(\d\d)?)?$/
const NUMBER = /^\d{1,19}(?:\.\d{1,9})?$/

const MINUTE = 60_000
// 2^53 ms is far beyond any log; a date of four digits never comes near.
const LATEST = 253_402_300_800_000

/** ms since the epoch of a date and time of day in UTC, or nothing where there is no such time. A leap second is the next one. */
function at(year: number, month: number, day: number, hour: number, minute: number, second: number) {
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return undefined
  return date.getTime() + hour * 3_600_000 + minute * MINUTE + second * 1_000
}

function offset(sign: string | undefined, hours = '0', minutes = '0'): number {
  const ms = (Number(hours) * 60 + Number(minutes)) * MINUTE
  return sign === '-' ? -ms : ms
}

const inRange = (time: number | undefined): number | undefined =>
  time !== undefined && time >= 0 && time < LATEST ? time : undefined

/** The time of the common log format, such as `17/May/2015:10:05:03 +0000`. */
export function parseCommonTime(text: string): number | undefined {
  const found = COMMON.exec(text)
  if (!found) return undefined
  const [, day, name, year, hour, minute, second, sign, hours, minutes] = found
  const month = MONTHS.indexOf(name!) / 3
  if (!Number.isInteger(month) || month < 0) return undefined
  const local = at(Number(year), month, Number(day), Number(hour), Number(minute), Number(second))
  return local === undefined ? undefined : inRange(local - offset(sign, hours, minutes))
}

function parseIso(text: string): number | undefined {
  const found = ISO.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', , sign, hours, minutes] =
    found
  const whole = at(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return whole === undefined ? undefined : inRange(whole + ms - offset(sign, hours, minutes))
}

/** A count since the epoch: of seconds, ms, µs or ns, told by its size. */
function fromEpoch(count: number): number | undefined {
  if (!(count > 0)) return undefined
  if (count < 1e11) return inRange(Math.floor(count * 1_000 + 1e-6))
  if (count < 1e14) return inRange(Math.floor(count))
  return inRange(Math.floor(count < 1e17 ? count / 1_000 : count / 1e6))
}

/**
 * The time that a field of a log holds: ISO 8601 (without a zone: UTC), the time of the common log format, or a count
 * since the epoch. In whole ms; what is finer is cut off.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (NUMBER.test(text)) return fromEpoch(Number(text))
  return parseIso(text) ?? parseCommonTime(text)
}
