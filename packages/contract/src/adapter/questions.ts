import { describe, expect } from 'vitest'
import type { On } from './client.ts'
import { limits, names } from './fields.ts'

/** What a key function must not do, and what the error says then. */
const noKeys: [mode: string, status: number, message: RegExp][] = [
  ['undefined', 500, /`key`.*got undefined/],
  ['null', 500, /`key`.*got null/],
  ['empty', 500, /`key`.*got ""/],
  ['number', 500, /`key`.*got 7/],
  ['rejects', 500, /^no session$/],
  ['rejects with nothing', 500, /`key` failed: undefined/],
  ["rejects with 'route'", 500, /`key` failed: "route"/],
  ['throws', 401, /^no session$/],
]

/** What a cost function must not answer, in JSON. */
const noCosts = ['-1', '0.5', '"7"', 'null', '[]', '{"other":1}', '1e300', '{"10-1-per-1s":-1}']

export function describeQuestions(on: On): void {
  describe('what it asks', () => {
    on('keys', 'counts by the key that a function gives', async ({ statuses }) => {
      expect(await statuses(4, '/', { 'x-key': 'a' })).toEqual([200, 200, 200, 429])
      expect(await statuses(1, '/', { 'x-key': 'b' })).toEqual([200])
    })

    for (const [mode, status, message] of noKeys) {
      const title = `C057, C077: a key function that gives or does "${mode}" is an error, once, and no shared key`
      on('keys', title, async ({ get, statuses, log }) => {
        const response = await get('/', { 'x-mode': mode })
        expect(response.status).toBe(status)
        expect(response.body).toMatch(message)
        expect(names(response)).toEqual([])
        expect(await log()).toEqual([`error: ${response.body}`])
        expect(await statuses(5, '/', { 'x-mode': mode })).toEqual(new Array(5).fill(status))
      })
    }

    on('keys', 'C077: what a key function throws keeps its headers', async ({ get }) => {
      const response = await get('/', { 'x-mode': 'throws' })
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    })

    on('keys', 'refuses a key over `maxKeyLength`', async ({ get, log }) => {
      expect((await get('/', { 'x-key': 'a'.repeat(100) })).status).toBe(200)
      expect((await get('/', { 'x-key': 'a'.repeat(101) })).body).toMatch(/`key`.*100.*`maxKeyLength`.*101/)
      expect(await log('error')).toHaveLength(1)
    })

    on('costs', 'charges what a cost function answers', async ({ get }) => {
      expect(limits(await get('/', { 'x-cost': '7' }))[0]?.[1].r).toBe(3)
      expect(limits(await get('/', { 'x-cost': '0' }))[0]?.[1].r).toBe(3)
      const denied = await get('/', { 'x-cost': '4' })
      expect([denied.status, denied.headers.get('retry-after')]).toEqual([429, '1'])
      expect((await get('/', { 'x-cost': '{"10-1-per-1s":3}' })).status).toBe(200)
    })

    on('costs', 'says never of a cost above the capacity, and charges nothing', async ({ get }) => {
      const never = await get('/', { 'x-cost': '11' })
      expect(never.status).toBe(429)
      expect(never.headers.get('retry-after')).toBeNull()
      expect(limits(never)).toEqual([['10-1-per-1s', { r: 10 }]])
      expect(JSON.parse(never.body).detail).toMatch(/never/)
      expect(limits(await get('/', { 'x-cost': '1' }))[0]?.[1].r).toBe(9)
    })

    on(
      'costs',
      'sends nonsense of a cost function to the error path, and charges nothing',
      async (client) => {
        for (const cost of noCosts) {
          const response = await client.get('/', { 'x-cost': cost })
          expect([cost, response.status]).toEqual([cost, 500])
          expect(response.body).toMatch(/`cost/)
        }
        expect(await client.log()).toHaveLength(noCosts.length)
        expect(limits(await client.get('/', { 'x-cost': '1' }))[0]?.[1].r).toBe(9)
      },
    )

    on('costsByPolicy', 'charges each policy its own cost, and one where none is named', async ({ get }) => {
      const left = (await get()).headers.get('ratelimit')
      expect(left).toMatch(/^"requests";r=9;.*"tokens";r=160;/)
      expect((await get()).status).toBe(429)
    })

    on('skips', 'C072: lets preflights through uncounted that `skip` skips', async ({ ask }) => {
      const statuses: number[] = []
      for (const method of ['OPTIONS', 'POST', 'OPTIONS', 'POST', 'OPTIONS', 'POST']) {
        const response = await ask('/', { method })
        statuses.push(response.status)
        if (method === 'OPTIONS') expect(names(response)).toEqual([])
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    })

    on('behindCors', 'C072: keeps on a 429 what a CORS middleware has set', async ({ ask }) => {
      const post = () => ask('/', { method: 'POST', headers: { origin: 'https://example.com' } })
      const responses = [await post(), await post(), await post()]
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 429])
      for (const { headers } of responses) expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(responses[2]?.headers.get('retry-after')).toBe('60')
      expect(responses[2]?.headers.get('access-control-expose-headers')).toContain('Retry-After')
    })

    on('skips', 'sends a rejection of `skip` to the error path', async ({ ask, log }) => {
      const response = await ask('/', { method: 'POST', headers: { 'x-mode': 'rejects' } })
      expect([response.status, response.body]).toEqual([500, 'no answer'])
      expect(await log()).toHaveLength(1)
    })
  })
}
