import { ADDRESSES, CONTRACT, type Short } from './http-tests.ts'

/** Whom a guard can take for whom. */
export const addresses: readonly Short[] = [
  [
    'ipv6-whole',
    'C053: one client has 2^64 keys',
    'client-ip.ts',
    'if (value === undefined) return 64',
    'if (value === undefined) return 128',
    ADDRESSES,
  ],
  [
    'mapped-in-one',
    'CVE-2026-30827: all IPv4 clients in one bucket',
    'client-ip.ts',
    'return address && isMapped(address) ? address.slice(IPV6_GROUPS - IPV4_GROUPS) : address',
    'return address',
    ADDRESSES,
  ],
  [
    'octal',
    'an octet with a leading zero is taken',
    'client-ip.ts',
    'digit <= 9 && octet !== 0',
    'digit <= 9',
    ADDRESSES,
  ],
  [
    'port-kept',
    'C055: an address with a port is none',
    'client-ip.ts',
    'else if (PORT.test(text.slice(colon)))',
    'else if (false)',
    ADDRESSES,
  ],
  [
    'range-of-all',
    'CVE-2026-90711: ::ffff:10.0.0.0/8 is taken',
    'cidr.ts',
    '.some((group, place) => group !== address[place])',
    '.some(() => false)',
    ADDRESSES,
  ],
  [
    'allow-first',
    'an address on both lists is let through',
    'address.ts',
    `isDenied(address) ? 'deny' : isAllowed(address) ? 'allow' : undefined`,
    `isAllowed(address) ? 'allow' : isDenied(address) ? 'deny' : undefined`,
    CONTRACT,
  ],
  [
    'one-for-all',
    'C057: requests without an address share one key',
    'address.ts',
    'if (parsed === undefined) {',
    `if (parsed === undefined) return { address: [0, 0], key: 'undefined' }\n    if (parsed === undefined) {`,
    CONTRACT,
  ],
]
