import { describe, expect } from 'vitest'
import type { Client, On } from './client.ts'
import { names } from './fields.ts'

/** Asks once from each address, as one trusted proxy reports them, and gives the statuses. */
async function from({ get }: Client, ...addresses: string[]): Promise<number[]> {
  const statuses: number[] = []
  for (const address of addresses) statuses.push((await get('/', { 'x-forwarded-for': address })).status)
  return statuses
}

const keys = async ({ log }: Client): Promise<string[]> => [
  ...new Set((await log('key')).map((line) => line.slice(4))),
]

export function describeAddresses(on: On): void {
  describe('whom it counts', () => {
    on('direct', 'C056: believes no forwarding header by itself', async (client) => {
      const spoofed = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
      expect(await from(client, ...spoofed)).toEqual([200, 200, 200, 429])
      const { status } = await client.get('/', { forwarded: 'for=203.0.113.5', 'x-real-ip': '203.0.113.6' })
      expect(status).toBe(429)
    })

    on(
      'proxied',
      'C056: takes the hop before the trusted proxy, not what the client claims',
      async (client) => {
        await from(client, '192.0.2.66, 198.51.100.9', '192.0.2.67, 198.51.100.9', '198.51.100.9')
        expect(await keys(client)).toEqual(['198.51.100.9'])
        expect(await from(client, '192.0.2.68, 198.51.100.9')).toEqual([429])
      },
    )

    on('proxied', 'C053: counts an IPv6 network of 64 bits as one client', async (client) => {
      const network = ['2001:db8:1:2::1', '2001:DB8:1:2::2', '2001:db8:1:2:ffff:ffff:ffff:ffff']
      expect(await from(client, ...network, '2001:db8:1:2::4')).toEqual([200, 200, 200, 429])
      expect(await from(client, '2001:db8:1:3::1')).toEqual([200])
      expect(await keys(client)).toEqual(['2001:db8:1:2::/64', '2001:db8:1:3::/64'])
    })

    on('wideNetworks', 'C053: counts as many bits as `ipv6Prefix` says', async (client) => {
      await from(client, '2001:db8:1:200::1', '2001:db8:1:2ff::1', '2001:db8:1:300::1', '192.0.2.1')
      expect(await keys(client)).toEqual(['2001:db8:1:200::/56', '2001:db8:1:300::/56', '192.0.2.1'])
    })

    on('proxied', 'C053, CVE-2026-30827: an IPv4 address in an IPv6 one is itself', async (client) => {
      const one = ['::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1']
      expect(await from(client, ...one)).toEqual([200, 200, 200, 429])
      expect(await from(client, '::ffff:198.51.100.7')).toEqual([200])
      expect(await keys(client)).toEqual(['192.0.2.1', '198.51.100.7'])
    })

    on('proxied', 'C055: a port or a zone makes no other client', async (client) => {
      const ports = [1, 2, 3, 4].map((port) => `203.0.113.7:5100${port}`)
      expect(await from(client, ...ports)).toEqual([200, 200, 200, 429])
      await from(client, '[2001:db8::1]:443', '[2001:db8::1]:444', '[2001:db8::1]', '2001:db8::1')
      await from(client, 'fe80::1%eth0', 'fe80::1%eth1')
      expect(await keys(client)).toEqual(['203.0.113.7', '2001:db8::/64', 'fe80::/64'])
    })

    on('proxied', 'C057: what is no address is an error that says what to set', async (client) => {
      const none = ['garbage', 'unknown', '203.0.113', '203.0.113.256', '010.0.0.1', '1::2::3', 'fe80::1%']
      expect(await from(client, ...none)).toEqual(none.map(() => 500))
      const errors = await client.log('error')
      expect(errors).toHaveLength(none.length)
      expect(errors[0]).toMatch(/client's address.*"garbage".*`key`/)
      expect(await client.log('handled')).toEqual([])
    })

    on('proxied', 'GHSA-rxp7-6hxx-x8q5: is not slowed by an endless zone', async (client) => {
      expect(await from(client, `fe80::1${'%'.repeat(12_000)}`)).toEqual([500])
      expect(await from(client, `fe80::1%${'a:'.repeat(6_000)}`)).toEqual([500])
    })

    on('lists', 'lets addresses on `allow` through uncounted', async (client) => {
      const allowed = [
        '192.0.2.1',
        '192.0.2.255',
        '::ffff:192.0.2.7',
        '192.0.2.1:80',
        '2001:db8::1',
        '10.9.8.7',
      ]
      expect(await from(client, ...allowed, ...allowed)).toEqual([...allowed, ...allowed].map(() => 200))
      expect(names(await client.get('/', { 'x-forwarded-for': '192.0.2.1' }))).toEqual([])
      expect(await from(client, '2001:db8::2', '2001:db8::2')).toEqual([200, 429])
    })

    on('lists', 'answers 403 to addresses on `deny`, which win', async (client) => {
      expect(await from(client, '192.0.2.66', '2001:db8:bad::7', '::ffff:192.0.2.66')).toEqual([
        403, 403, 403,
      ])
      const { headers, body } = await client.get('/', { 'x-forwarded-for': '192.0.2.66' })
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(JSON.parse(body)).toMatchObject({ status: 403, title: 'Forbidden' })
      expect(await client.log()).toEqual([])
    })

    on('listsOnTrial', 'refuses no address with `enforce: false`', async (client) => {
      expect(await from(client, '192.0.2.66', '192.0.2.66')).toEqual([200, 200])
    })

    on('ownKeyWithAddress', "makes a user's key of an address as the default does", async (client) => {
      const ask = async (tenant: string, ip: string) =>
        (await client.get('/', { 'x-tenant': tenant, 'x-ip': ip })).status
      expect([await ask('a', '2001:db8::1'), await ask('a', '2001:db8::2')]).toEqual([200, 200])
      expect([await ask('a', '[2001:db8::3]:1'), await ask('a', '2001:db8::4')]).toEqual([200, 429])
      expect([await ask('b', '2001:db8::1'), await ask('a', 'none')]).toEqual([200, 500])
    })
  })
}
