import { describe, expect } from 'vitest'
import type { On } from './client.ts'
import { limits, names, numbers, policies } from './fields.ts'
import { START } from './scenarios/timed.ts'

export function describeSharing(on: On): void {
  describe('several guards on one request', () => {
    for (const scenario of ['twoGuards', 'twoGuardsTightFirst']) {
      on(scenario, `lists the policies of both and shows the binding one (${scenario})`, async ({ get }) => {
        const first = await get()
        expect(new Map(policies(first) as [string, unknown][])).toEqual(
          new Map([
            ['address', { q: 10, w: 60 }],
            ['user', { q: 2, w: 3_600 }],
          ]),
        )
        expect(limits(first)).toHaveLength(2)
        expect(numbers(first)).toEqual([2, 1, START / 1_000 + 3_600])
        await get()
        const third = await get()
        expect([third.status, third.headers.get('retry-after')]).toEqual([429, '3600'])
        expect(numbers(third)).toEqual([2, 0, START / 1_000 + 3_600])
        expect(JSON.parse(third.body)['violated-policies']).toEqual(['user'])
      })
    }

    on('twoGuards', 'hands over the decision of the last guard', async ({ get }) => {
      expect(JSON.parse((await get('/decision')).body)).toMatchObject({ remaining: 1 })
    })

    on('twoGuards', 'C073: charges each of two limiters once', async ({ get }) => {
      expect(limits(await get()).map(([name, { r }]) => [name, r])).toEqual([
        ['address', 9],
        ['user', 1],
      ])
    })

    on('secondOnTrial', 'tells nothing of a guard on trial', async ({ get, statuses }) => {
      expect(await statuses(2)).toEqual([200, 200])
      const third = await get()
      expect([limits(third).length, numbers(third)[1]]).toEqual([1, 7])
    })

    on('sameLimiterTwice', 'C073: charges a limiter once that is mounted twice', async ({ get }) => {
      const first = await get()
      expect(limits(first)).toEqual([['ten', { r: 9, t: 60 }]])
      expect(policies(first)).toHaveLength(1)
      expect(numbers(await get())[1]).toBe(8)
    })

    on('sameLimiterOtherCost', 'charges a limiter again for another cost', async ({ get }) => {
      expect(numbers(await get())[1]).toBe(4)
    })

    on('sameLimiterOtherKey', 'charges a limiter again for another key', async ({ get }) => {
      expect(limits(await get('/', { 'x-key': 'user:1' })).map(([, { r }]) => r)).toEqual([9, 9])
      expect(limits(await get('/', { 'x-key': 'user:2' })).map(([, { r }]) => r)).toEqual([8, 9])
    })
  })

  describe('several limiters on one store', () => {
    on('twoLimitersOneStore', 'C059: keep their counts and times apart', async ({ get, statuses }) => {
      expect(await statuses(5, '/month')).toEqual(new Array(5).fill(200))
      expect(await statuses(6, '/hour')).toEqual([200, 200, 200, 200, 200, 429])
      expect((await get('/hour')).headers.get('retry-after')).toBe('3600')
      expect(numbers(await get('/month'))).toEqual([10, 4, START / 1_000 + 2_592_000])
      expect((await get('/hour', { 'x-now': '3600000' })).status).toBe(200)
    })

    on('twoLimitersOneStore', 'limit only the routes that they stand in front of', async ({ get }) => {
      expect(names(await get('/free'))).toEqual([])
    })
  })

  describe('keys of any kind', () => {
    const odd = ['a\nb', 'a\u0000b', '\u00e9', 'e\u0301', '\ud800', '{a}', '%7Ba%7D', 'undefined', ' ']
    on('anyKey', 'C060: are different keys, and harm nothing', async ({ statuses }) => {
      for (const key of odd) {
        const headers = { 'x-json': JSON.stringify(key).replace(/[^ -~]/g, escaped) }
        expect([key, await statuses(3, '/', headers)]).toEqual([key, [200, 200, 429]])
      }
    })

    on('longKeys', 'C060: stay different at a length of a mebibyte', async ({ statuses }) => {
      expect(await statuses(3)).toEqual([200, 200, 429])
      expect(await statuses(3, '/', { 'x-key': 'b' })).toEqual([200, 200, 429])
    })

    const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
    on('anyKey', 'C061: may be called as what every object has', async ({ get, statuses }) => {
      for (const key of inherited) {
        expect(await statuses(3, '/', { 'x-json': JSON.stringify(key) })).toEqual([200, 200, 429])
      }
      const named = await get('/', { 'x-json': '"x"', 'x-cost': '{"__proto__":2}' })
      expect(limits(named)).toEqual([['__proto__', { r: 0, t: 60 }]])
      expect((await get('/', { 'x-json': '"x"', 'x-cost': '{"toString":2}' })).status).toBe(500)
      expect(Object.keys(Object.prototype)).toEqual([])
    })
  })
}

const escaped = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
