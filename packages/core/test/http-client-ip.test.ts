import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRanges } from '../src/http/cidr.ts'
import { addressKey, parseClient } from '../src/http/client-ip.ts'
import { OptionsError } from '../src/index.ts'

const runs = { numRuns: 2_000 }

/** Texts that are addresses, and texts that nearly are. */
const nearly = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.stringMatching(/^[0-9a-f:.]{0,20}$/),
  fc
    .array(fc.constantFrom(':', '::', '0', 'ffff', '1.2.3.4', '01', '256', '.', 'abcde'), { maxLength: 10 })
    .map((parts) => parts.join('')),
)
const ipv6 = fc.ipV6().filter((text) => isIP(text) === 6)

/** What the platform makes of an IPv6 address; `URL` writes it as RFC 5952 says. */
const canonical = (text: string): string => new URL(`http://[${text}]`).hostname.slice(1, -1)

describe('an address', () => {
  it('is what Node takes for one', () => {
    fc.assert(
      fc.property(nearly, (text) => {
        // One colon ends an IPv4 address that has a port, which Node does not know.
        fc.pre(!/^[^:]*:\d*$/.test(text))
        expect([text, parseClient(text) !== undefined]).toEqual([text, isIP(text) !== 0])
      }),
      runs,
    )
  })

  it('has one text, that of RFC 5952', () => {
    fc.assert(
      fc.property(ipv6, (text) => {
        fc.pre(!canonical(text).startsWith('::ffff:'))
        expect(addressKey(text, 128)).toBe(canonical(text))
        expect(addressKey(text.toUpperCase(), 128)).toBe(canonical(text))
      }),
      runs,
    )
    fc.assert(fc.property(fc.ipV4(), (text) => void expect(addressKey(text)).toBe(text)))
  })

  it('is one client with its network, and with its port and zone', () => {
    fc.assert(
      fc.property(ipv6, fc.nat(65_535), fc.stringMatching(/^[a-z0-9%]{1,8}$/), (text, port, zone) => {
        const key = addressKey(text)
        for (const same of [
          `[${text}]`,
          `[${text}]:${port}`,
          `${text}%${zone}`,
          `[${text}%${zone}]:${port}`,
        ]) {
          expect(addressKey(same)).toBe(key)
        }
      }),
      runs,
    )
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.nat(65_535),
        (text, port) => void expect(addressKey(`${text}:${port}`)).toBe(text),
      ),
    )
  })

  it('is its IPv4 address if it is one in disguise, however that is written', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const hex = canonical(`::ffff:${text}`)
        expect([addressKey(`::ffff:${text}`), addressKey(hex), addressKey(`0:0:0:0:0:ffff:${text}`)]).toEqual(
          [...[text, text, text]],
        )
      }),
    )
    expect(addressKey('::1.2.3.4')).toBe('::/64')
    expect(addressKey('::ffff:0:1.2.3.4')).toBe('::/64')
    expect(addressKey('64:ff9b::1.2.3.4')).toBe('64:ff9b::/64')
  })

  it('groups IPv6 by as many bits as it is told', () => {
    const text = '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'
    expect([32, 48, 56, 60, 64, 127, 128].map((bits) => addressKey(text, bits))).toEqual([
      ...['2001:db8::/32', '2001:db8:ffff::/48', '2001:db8:ffff:ff00::/56', '2001:db8:ffff:fff0::/60'],
      ...['2001:db8:ffff:ffff::/64', '2001:db8:ffff:ffff:ffff:ffff:ffff:fffe/127', text],
    ])
  })

  const none = [
    '',
    ' ',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.4:',
    '1.2.3.4:123456',
    '1.2.3.4%eth0',
    '0x7f.1',
  ]
  const odd = [
    '[1.2.3.4]',
    '[::1',
    '::1]',
    '[::1]x',
    '[::1]:',
    'fe80::1%',
    ':::',
    '1::2::3',
    '12345::',
    '::1/64',
  ]
  it.each([...none, ...odd, 'localhost', 'undefined'])('is not %j', (text) => {
    expect(() => addressKey(text)).toThrow(OptionsError)
  })

  it('is refused with a short message when it is something else', () => {
    expect(() => addressKey(undefined as never)).toThrow('Expected an IP address, got undefined')
    expect(() => addressKey('x'.repeat(1_000))).toThrow(/got "x{40}…"$/)
    for (const bits of [31, 129, 64.5, '64', Number.NaN, null]) {
      expect(() => addressKey('::1', bits as number)).toThrow(/`ipv6Prefix`/)
    }
  })
})

describe('a list of addresses and ranges', () => {
  const has = (list: readonly string[], text: string) => compileRanges('allow', list)(parseClient(text)!)
  const plainIpv6 = ipv6.filter((text) => !canonical(text).startsWith('::ffff:'))
  const family = (text: fc.Arbitrary<string>, bits: number) =>
    fc.tuple(fc.array(fc.tuple(text, fc.nat(bits)), { minLength: 1, maxLength: 5 }), text, fc.nat(bits))

  it('holds what Node says that it holds', () => {
    fc.assert(
      fc.property(fc.oneof(family(fc.ipV4(), 32), family(plainIpv6, 128)), ([list, other, flipped]) => {
        const type = isIP(other) === 4 ? 'ipv4' : 'ipv6'
        const blocks = new BlockList()
        for (const [text, bits] of list) blocks.addSubnet(text, bits, type)
        const has = compileRanges(
          'allow',
          list.map(([text, bits]) => `${network(text, bits)}/${bits}`),
        )
        // One probe anywhere, and one that differs from a range's address in one bit, if in any.
        for (const probe of [other, flip(list[0]![0], flipped)]) {
          expect([probe, has(parseClient(probe)!)]).toEqual([probe, blocks.check(probe, type)])
        }
      }),
      runs,
    )
  })

  it('reads a range of IPv4 addresses in disguise as what it is', () => {
    expect(has(['::ffff:10.0.0.0/104'], '10.255.0.1')).toBe(true)
    expect(has(['::ffff:10.0.0.0/104'], '11.0.0.1')).toBe(false)
    expect(has(['::ffff:a00:0/104'], '::ffff:10.1.1.1')).toBe(true)
    expect(has(['10.0.0.0/8'], '::ffff:10.1.1.1')).toBe(true)
    expect(has(['::ffff:10.0.0.1'], '10.0.0.1')).toBe(true)
    expect(has(['::ffff:0:0/96'], '203.0.113.1')).toBe(true)
    expect(has(['::/0'], '203.0.113.1')).toBe(false)
    expect(has(['0.0.0.0/0'], '2001:db8::1')).toBe(false)
  })

  it('CVE-2026-90711: refuses `::ffff:10.0.0.0/8`, which is not 10.0.0.0/8 and not all of IPv4', () => {
    const compile = () => compileRanges('allow', ['::ffff:10.0.0.0/8'])
    expect(compile).toThrow(/`allow`.*"::ffff:10.0.0.0\/8".*'10.0.0.0\/8'/)
  })

  it.each([
    ...[
      '',
      'localhost',
      '10.0.0',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/08',
      '10.0.0.0/',
      '::/129',
      '/8',
      '::1/64/64',
    ],
    ...[
      '10.0.0.1:80',
      '[::1]',
      'fe80::1%eth0',
      ' 10.0.0.1',
      '10.0.0.1/8',
      '2001:db8::1/32',
      10,
      null,
      undefined,
    ],
  ])('refuses %j', (entry) => {
    expect(() => compileRanges('deny', [entry])).toThrow(/`deny`/)
    expect(() => compileRanges('deny', [entry])).toThrow(OptionsError)
  })

  it('refuses what is no list', () => {
    for (const list of ['10.0.0.0/8', 7, {}, null])
      expect(() => compileRanges('allow', list)).toThrow(/`allow`.*list/)
  })
})

const toBits = (text: string): bigint =>
  isIP(text) === 4
    ? text.split('.').reduce((value, octet) => (value << 8n) | BigInt(octet), 0n)
    : BigInt(`0x${expand(text)}`)

const fromBits = (value: bigint, v4: boolean): string =>
  v4
    ? [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
    : value.toString(16).padStart(32, '0').match(/.{4}/g)!.join(':')

/** The address with all bits after the first ones cleared, by another way than the one under test. */
function network(text: string, bits: number): string {
  const rest = BigInt((isIP(text) === 4 ? 32 : 128) - bits)
  return fromBits((toBits(text) >> rest) << rest, isIP(text) === 4)
}

/** The address with one bit changed, or none. */
function flip(text: string, place: number): string {
  const width = isIP(text) === 4 ? 32 : 128
  return fromBits(toBits(text) ^ (place < width ? 1n << BigInt(place) : 0n), width === 32)
}

function expand(text: string): string {
  const [left = '', right] = canonical(text).split('::')
  const hex = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => group.padStart(4, '0'))
      .join('')
  return right === undefined ? hex(left) : hex(left) + hex(right).padStart(32 - hex(left).length, '0')
}
