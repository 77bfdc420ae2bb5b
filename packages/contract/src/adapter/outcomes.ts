import { describe, expect, vi } from 'vitest'
import type { Client, On } from './client.ts'

const login = async ({ ask }: Client, status: number): Promise<[status: number, remaining: number]> => {
  const got = await ask('/login', { method: 'POST', headers: { 'x-status': `${status}` } })
  return [got.status, Number(got.headers.get('x-ratelimit-remaining'))]
}

/** Requests end when they do: waits until so many have, as the log tells. */
const ended = (client: Client, times: number): Promise<void> =>
  vi.waitFor(async () => expect(await client.log('ended')).toHaveLength(times), { timeout: 10_000 })

export function describeOutcomes(on: On): void {
  describe('counting by outcome', () => {
    on('failedLogins', 'gives back what ended well, and counts the rest', async (client) => {
      for (let time = 1; time <= 5; time++) {
        expect(await login(client, 200)).toEqual([200, 2])
        await ended(client, time)
      }
      for (const left of [2, 1, 0]) expect(await login(client, 401)).toEqual([401, left])
      expect((await login(client, 200))[0]).toBe(429)
      expect(await client.log('tried')).toHaveLength(8)
    })

    // https://github.com/advisories: CVE-2026-133312, peek, check the password, then consume.
    on(
      'failedLogins',
      'CVE-2026-133312: parallel attempts cannot all pass before one counts',
      async (client) => {
        const statuses = await Promise.all(Array.from({ length: 20 }, () => login(client, 401)))
        expect(statuses.filter(([status]) => status === 401)).toHaveLength(3)
        expect(await client.log('tried')).toHaveLength(3)
      },
    )

    on('failedLogins', 'gives back a stream when it has ended, once', async (client) => {
      for (let time = 1; time <= 5; time++) {
        expect((await client.get('/stream')).body).toBe('abc')
        await ended(client, time)
      }
      expect(await client.log('ended')).toEqual(new Array(5).fill('ended 200'))
      expect(await login(client, 401)).toEqual([401, 2])
    })

    on('failedLogins', 'sees the status that the error handler gave', async (client) => {
      expect((await client.get('/throws')).status).toBe(500)
      await ended(client, 1)
      expect(await client.log('ended')).toEqual(['ended 500'])
      expect(await login(client, 401)).toEqual([401, 1])
    })

    on(
      'carelessLogins',
      'counts requests that are cut off, whatever is said of their status',
      async (client) => {
        await client.abort('/hangs')
        await ended(client, 1)
        await client.abort('/endless', true)
        await ended(client, 2)
        expect(await client.log('ended')).toEqual(['ended undefined', 'ended undefined'])
        expect(await login(client, 200)).toEqual([200, 0])
        await ended(client, 3)
        expect(await login(client, 200)).toEqual([200, 0])
      },
    )

    on('forgivingLogins', 'gives back what was cut off when told so', async (client) => {
      for (let time = 1; time <= 4; time++) {
        await client.abort('/hangs')
        await ended(client, time)
      }
      expect(await login(client, 200)).toEqual([200, 2])
    })

    on(
      'brokenLogins',
      'answers as ever when `refundWhen` fails, keeps the count, and warns',
      async (client) => {
        expect(await login(client, 200)).toEqual([200, 2])
        await ended(client, 1)
        expect(await login(client, 200)).toEqual([200, 1])
        await ended(client, 2)
        await vi.waitFor(async () => {
          expect(await client.log('warning')).toEqual(['warning: refund-failed', 'warning: refund-failed'])
        })
        expect(await client.log('error')).toEqual([])
      },
    )
  })
}
