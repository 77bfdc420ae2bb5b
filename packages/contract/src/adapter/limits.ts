import { describe, expect } from 'vitest'
import type { On } from './client.ts'
import { limits, names, numbers, policies } from './fields.ts'
import { START } from './scenarios/timed.ts'

export function describeLimits(on: On): void {
  describe('limits', () => {
    on(
      'oneLimit',
      'lets through what fits, says what is left, and refuses the rest',
      async ({ get, log }) => {
        const first = await get()
        expect([first.status, first.body]).toEqual([200, 'hello'])
        expect(policies(first)).toEqual([['3-1-per-1s', { q: 3, w: 3 }]])
        expect(limits(first)).toEqual([['3-1-per-1s', { r: 2, t: 1 }]])
        expect(numbers(first)).toEqual([3, 2, START / 1_000 + 1])
        expect(first.headers.get('retry-after')).toBeNull()
        await get()
        await get()
        const fourth = await get()
        expect(fourth.status).toBe(429)
        expect(limits(fourth)).toEqual([['3-1-per-1s', { r: 0, t: 1 }]])
        expect(numbers(fourth)).toEqual([3, 0, START / 1_000 + 3])
        expect(fourth.headers.get('retry-after')).toBe('1')
        expect(await log('handled')).toHaveLength(3)
      },
    )

    on('oneLimit', 'answers 429 with a problem that no cache keeps', async ({ get, statuses }) => {
      await statuses(3)
      const { headers, body } = await get()
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(JSON.parse(body)).toEqual({
        type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
        title: 'Quota Exceeded',
        status: 429,
        detail: 'Too many requests; try again in 1 second.',
        'violated-policies': ['3-1-per-1s'],
      })
    })

    on('oneLimit', 'lets a client in again that waits as long as it was told', async ({ get, statuses }) => {
      await statuses(3)
      const wait = Number((await get('/')).headers.get('retry-after')) * 1_000
      expect((await get('/', { 'x-now': `${wait - 1}` })).status).toBe(429)
      expect((await get('/', { 'x-now': `${wait}` })).status).toBe(200)
    })

    on('oneLimit', 'hands the decision to the handler, which may send it as JSON', async ({ get }) => {
      const decision = JSON.parse((await get('/decision')).body)
      const verdict = { allowed: true, remaining: 2, retryAfterMs: 0, resetAfterMs: 1_000 }
      expect(decision).toEqual({
        ...verdict,
        at: START,
        policies: [{ policy: '3-1-per-1s', ...verdict }],
      })
    })

    on('storeAndPolicies', 'takes a store and policies too, and decides these together', async (client) => {
      const first = await client.get()
      expect(policies(first)).toEqual([
        ['burst', { q: 2, w: 10 }],
        ['hour', { q: 100, w: 3_600 }],
      ])
      expect(limits(first).map(([name, { r }]) => [name, r])).toEqual([
        ['burst', 1],
        ['hour', 99],
      ])
      expect(numbers(first).slice(0, 2)).toEqual([2, 1])
      await client.get()
      const third = await client.get()
      expect(JSON.parse(third.body)['violated-policies']).toEqual(['burst'])
      expect(limits(third)).toMatchObject([
        ['burst', { r: 0, t: 10 }],
        ['hour', { r: 98, t: 3_600 }],
      ])
      const after = await client.get('/', { 'x-now': '10000' })
      expect(limits(after).map(([, { r }]) => r)).toEqual([1, 97])
      expect(await client.log('decided')).toEqual([
        ...['decided true 127.0.0.1', 'decided true 127.0.0.1'],
        ...['decided false 127.0.0.1', 'decided true 127.0.0.1'],
      ])
    })

    on('plans', 'takes a limiter that is chosen for each request', async ({ get, statuses, log }) => {
      expect(await statuses(2, '/', { 'x-plan': 'free' })).toEqual([200, 429])
      expect(await statuses(3, '/', { 'x-plan': 'paid' })).toEqual([200, 200, 429])
      expect(policies(await get('/', { 'x-plan': 'paid' }))).toEqual([['paid', { q: 2, w: 60 }]])
      expect((await get('/', { 'x-plan': 'none' })).status).toBe(500)
      expect((await get('/', { 'x-plan': 'nameless' })).status).toBe(500)
      expect(await log('error')).toEqual([
        'error: Expected `limiter` to be a limiter, made by createLimiter, got undefined',
        expect.stringContaining('`name`'),
      ])
    })

    on('shadow', 'decides and reports, but refuses nothing, with `enforce: false`', async (client) => {
      expect(await client.statuses(3)).toEqual([200, 200, 200])
      const answer = await client.get('/decision')
      expect(JSON.parse(answer.body)).toMatchObject({ allowed: false })
      expect(names(answer)).toEqual([])
      expect(await client.log()).toEqual([
        ...['decided true', 'handled /', 'decided false', 'handled /', 'decided false', 'handled /'],
        ...['decided false', 'handled /decision'],
      ])
    })
  })
}
