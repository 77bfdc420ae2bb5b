import { OptionsError } from '../errors.ts'
import { show, unexpected } from '../options.ts'
import { type Address, IPV4_GROUPS, isMapped, mask, parseAddress, toText } from './client-ip.ts'

const LENGTH = /^(0|[1-9]\d{0,2})$/
const MAPPED_BITS = 96

const toBigInt = (address: Address): bigint =>
  address.reduce((value, group) => (value << 16n) | BigInt(group), 0n)

/** The range that a slip such as `::ffff:10.0.0.0/8` stands for; more than one library took that for all of IPv4. */
function meant(address: Address, bits: number): string {
  const isIpv4 = isMapped(address) && (bits <= 32 || bits >= MAPPED_BITS)
  const whole = isIpv4 ? address.slice(-IPV4_GROUPS) : address
  const length = isIpv4 && bits >= MAPPED_BITS ? bits - MAPPED_BITS : bits
  return `${toText(mask(whole, length))}/${length}`
}

function parseRange(name: string, entry: unknown): [address: Address, bits: number] {
  const [text = '', length, ...more] = typeof entry === 'string' ? entry.split('/') : []
  const address = parseAddress(text)
  const bits = length === undefined ? (address?.length ?? 0) * 16 : LENGTH.test(length) ? Number(length) : -1
  if (address === undefined || more.length > 0 || bits < 0 || bits > address.length * 16) {
    throw unexpected(name, "addresses or ranges such as '192.0.2.1' or '2001:db8::/32'", entry)
  }
  if (mask(address, bits).some((group, place) => group !== address[place])) {
    throw new OptionsError(
      `Expected \`${name}\` to hold ranges without bits after their length, got ${show(entry)}; perhaps '${meant(address, bits)}' is meant`,
    )
  }
  if (isMapped(address) && bits >= MAPPED_BITS) return [address.slice(-IPV4_GROUPS), bits - MAPPED_BITS]
  return [address, bits]
}

/** A test for a list of addresses and CIDR ranges: one look-up for each length in use, however long the list. */
export function compileRanges(name: string, list: unknown): (address: Address) => boolean {
  if (!Array.isArray(list)) throw unexpected(name, 'a list of addresses and CIDR ranges', list)
  const families = new Map<number, Map<number, Set<bigint>>>()
  for (const entry of list) {
    const [address, bits] = parseRange(name, entry)
    const lengths = families.get(address.length) ?? new Map<number, Set<bigint>>()
    families.set(address.length, lengths)
    const shift = address.length * 16 - bits
    lengths.set(shift, (lengths.get(shift) ?? new Set()).add(toBigInt(address) >> BigInt(shift)))
  }
  return (address) => {
    const lengths = families.get(address.length)
    if (lengths === undefined) return false
    const value = toBigInt(address)
    for (const [shift, values] of lengths) if (values.has(value >> BigInt(shift))) return true
    return false
  }
}
