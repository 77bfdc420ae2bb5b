import { OptionsError } from '../errors.ts'
import { show, unexpected } from '../options.ts'

/** An address as whole numbers of 16 bits: two of IPv4, eight of IPv6. */
export type Address = readonly number[]

export const IPV4_GROUPS = 2
const IPV6_GROUPS = 8
const LONGEST = 128 // an address with a zone and a port; nothing longer is looked at

const PORT = /^:\d{1,5}$/
const ZERO = 48
const DOT = -2 // as a digit

// By hand and not by patterns: this runs for each new client.
function parseIpv4(text: string): Address | undefined {
  let value = 0
  let octet = -1
  let dots = 0
  for (let place = 0; place < text.length; place++) {
    const digit = text.charCodeAt(place) - ZERO
    // Some read `010` as eight, others as ten: two clients must not meet there.
    if (digit >= 0 && digit <= 9 && octet !== 0) octet = octet < 0 ? digit : octet * 10 + digit
    else if (digit === DOT && octet >= 0) [value, octet, dots] = [value * 256 + octet, -1, dots + 1]
    else return undefined
    if (octet > 255) return undefined
  }
  if (dots !== 3 || octet < 0) return undefined
  return [Math.floor(value / 256), (value % 256) * 256 + octet]
}

function hexDigit(code: number): number {
  if (code >= ZERO && code <= ZERO + 9) return code - ZERO
  const small = code | 32
  return small >= 97 && small <= 102 ? small - 87 : -1
}

function parseGroups(text: string): number[] | undefined {
  const groups: number[] = []
  if (text === '') return groups
  let group = 0
  let digits = 0
  for (let place = 0; place <= text.length; place++) {
    const digit = hexDigit(text.charCodeAt(place))
    if (digit >= 0 && digits < 4) {
      group = group * 16 + digit
      digits++
      continue
    }
    if (digits === 0 || (place < text.length && text[place] !== ':')) return undefined
    groups.push(group)
    group = digits = 0
  }
  return groups
}

/** An address whose last 32 bits are dotted, with these in hexadecimal. */
function undotted(text: string): string | undefined {
  if (!text.includes('.')) return text
  const last = text.lastIndexOf(':') + 1
  const tail = parseIpv4(text.slice(last))
  return tail && `${text.slice(0, last)}${tail[0]!.toString(16)}:${tail[1]!.toString(16)}`
}

function parseIpv6(dotted: string): Address | undefined {
  const text = undotted(dotted)
  if (text === undefined) return undefined
  const gap = text.indexOf('::')
  if (gap < 0) {
    const groups = parseGroups(text)
    return groups?.length === IPV6_GROUPS ? groups : undefined
  }
  if (text.includes('::', gap + 1)) return undefined
  const left = parseGroups(text.slice(0, gap))
  const right = parseGroups(text.slice(gap + 2))
  if (!left || !right || left.length + right.length >= IPV6_GROUPS) return undefined
  return [...left, ...new Array<number>(IPV6_GROUPS - left.length - right.length).fill(0), ...right]
}

/** Whether an IPv6 address is an IPv4 one in disguise, `::ffff:0:0/96`: told by its bits, however it was written. */
export const isMapped = (address: Address): boolean =>
  address.length === IPV6_GROUPS && address[5] === 0xffff && address.slice(0, 5).every((group) => group === 0)

/** An address alone, with no port, brackets or zone, as it was written. */
export const parseAddress = (text: string): Address | undefined =>
  text.length > LONGEST ? undefined : text.includes(':') ? parseIpv6(text) : parseIpv4(text)

function withoutZone(text: string): string {
  const percent = text.indexOf('%')
  return percent < 0 || percent === text.length - 1 ? text : text.slice(0, percent)
}

/** The address in what a framework gives: maybe with a port, in brackets, with a zone. An IPv4 address in disguise becomes itself. */
export function parseClient(text: string): Address | undefined {
  if (text.length > LONGEST) return undefined
  // How a socket that listens for both kinds names nearly all of its clients.
  const mapped = text.startsWith('::ffff:') ? parseIpv4(text.slice('::ffff:'.length)) : undefined
  if (mapped !== undefined) return mapped
  let address: Address | undefined
  const colon = text.indexOf(':')
  if (text.startsWith('[')) {
    const end = text.indexOf(']')
    const after = text.slice(end + 1)
    if (end > 0 && (after === '' || PORT.test(after))) address = parseIpv6(withoutZone(text.slice(1, end)))
  } else if (colon < 0) address = parseIpv4(text)
  else if (text.lastIndexOf(':') > colon) address = parseIpv6(withoutZone(text))
  else if (PORT.test(text.slice(colon))) address = parseIpv4(text.slice(0, colon))
  return address && isMapped(address) ? address.slice(IPV6_GROUPS - IPV4_GROUPS) : address
}

/** The address with all bits after the first `bits` cleared. */
export const mask = (address: Address, bits: number): Address =>
  address.map((group, place) => group & (0xffff << Math.min(16, Math.max(0, 16 * (place + 1) - bits))))

/** The one text of an address, as RFC 5952 has it. */
export function toText(address: Address): string {
  if (address.length === IPV4_GROUPS) {
    const [high = 0, low = 0] = address
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
  }
  const hex = address.map((group) => group.toString(16))
  let start = -1
  let length = 1
  for (let place = 0, run = 0; place < IPV6_GROUPS; place++) {
    run = address[place] === 0 ? run + 1 : 0
    if (run > length) [start, length] = [place - run + 1, run]
  }
  return start < 0
    ? hex.join(':')
    : `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
}

/** How many bits of an IPv6 address make a client; below 32 whole providers would share a count. */
export function checkIpv6Prefix(value: unknown): number {
  if (value === undefined) return 64
  if (!Number.isInteger(value) || (value as number) < 32 || (value as number) > 128) {
    throw unexpected('ipv6Prefix', 'a whole number from 32 to 128', value)
  }
  return value as number
}

/** The key of a parsed address: IPv4 whole, IPv6 by its first `bits`. */
export function keyOf(address: Address, bits: number): string {
  if (address.length === IPV4_GROUPS || bits === 128) return toText(address)
  return `${toText(mask(address, bits))}/${bits}`
}

/**
 * The key of a client address, as the default `key` makes it: an IPv6 address counts with its whole network, since one
 * customer has 2^64 of them; an IPv4 address in an IPv6 one counts as itself; a port or a zone does not count.
 * @throws OptionsError when the text is no address, or `ipv6Prefix` (64 by default) no whole number from 32 to 128.
 */
export function addressKey(text: string, ipv6Prefix?: number): string {
  const bits = checkIpv6Prefix(ipv6Prefix)
  const address = typeof text === 'string' ? parseClient(text) : undefined
  if (address === undefined) throw new OptionsError(`Expected an IP address, got ${show(text)}`)
  return keyOf(address, bits)
}
