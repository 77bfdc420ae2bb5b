import { describe, expect } from 'vitest'
import type { On } from './client.ts'
import { names } from './fields.ts'

const ALL = ['ratelimit', 'ratelimit-policy', 'retry-after']
const WITH_LEGACY = [...ALL, 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

export function describeAnswers(on: On): void {
  describe('what it answers', () => {
    on('answers', 'tells `onLimited` once, before the answer, and only then', async ({ statuses, log }) => {
      expect(await statuses(3)).toEqual([200, 429, 429])
      expect(await log()).toEqual(['handled /', 'limited 60000', 'limited 60000'])
    })

    on('answers', 'answers as ever when `onLimited` throws, and warns', async ({ get, statuses, log }) => {
      await statuses(1)
      const response = await get('/', { 'x-mode': 'listener throws' })
      expect([response.status, names(response)]).toEqual([429, WITH_LEGACY])
      expect(await log('warning')).toEqual(['warning: listener-failed'])
    })

    on('answers', 'answers a text of `respond`, whose headers win', async ({ get, statuses }) => {
      await statuses(1)
      const response = await get('/', { 'x-mode': 'text' })
      expect([response.status, response.body]).toEqual([429, 'slow down'])
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('retry-after')).toBe('77')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(names(response)).toEqual(WITH_LEGACY)
    })

    on('answers', 'answers a value of `respond` as JSON, with its status', async ({ get, statuses }) => {
      await statuses(1)
      const response = await get('/', { 'x-mode': 'json' })
      expect(response.status).toBe(418)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(JSON.parse(response.body)).toEqual({ status: 429, wait: 60_000 })
      const html = await get('/', { 'x-mode': 'html' })
      expect([html.status, html.headers.get('content-type')]).toEqual([429, 'text/html'])
    })

    on('answers', 'answers the problem when `respond` has nothing to say', async ({ get, statuses }) => {
      await statuses(1)
      const response = await get()
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(response.headers.get('retry-after')).toBe('60')
    })

    on('answers', 'C076, C077: what `respond` throws is an error, once, with all headers', async (client) => {
      await client.statuses(1)
      const response = await client.get('/', { 'x-mode': 'throws' })
      expect([response.status, response.body]).toEqual([418, 'teapot'])
      expect(names(response)).toEqual(WITH_LEGACY)
      expect(await client.log('error')).toEqual(['error: teapot'])
      const nothing = await client.get('/', { 'x-mode': 'rejects with nothing' })
      expect([nothing.status, nothing.body]).toEqual([500, '`respond` failed: undefined'])
      expect(await client.log('handled')).toHaveLength(1)
    })
  })

  describe('what handlers do', () => {
    on('handlers', "C076: leaves a handler's status, headers and body alone", async ({ get }) => {
      const response = await get('/teapot')
      expect([response.status, response.body, response.headers.get('x-own')]).toEqual([418, 'short', 'kept'])
      expect(names(response)).toEqual(WITH_LEGACY.filter((name) => name !== 'retry-after'))
      const redirect = await get('/redirect')
      expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/teapot'])
      expect(redirect.headers.get('x-ratelimit-remaining')).toBe('8')
    })

    on('handlers', "C077: an error of a handler is the application's, once, and counted", async (client) => {
      const response = await client.get('/throws')
      expect([response.status, response.body]).toEqual([500, 'broken'])
      expect(await client.log()).toEqual(['handled /throws', 'error: broken'])
      expect((await client.get('/teapot')).headers.get('x-ratelimit-remaining')).toBe('8')
    })

    on('handlers', 'C074: a stream that is sent at once has the headers', async ({ get }) => {
      const response = await get('/stream')
      expect([response.status, response.body]).toEqual([200, 'abc'])
      expect(response.headers.get('x-ratelimit-remaining')).toBe('9')
    })

    on('oneLimit', 'C069: unknown paths are limited too', async ({ statuses }) => {
      expect(await statuses(4, '/unknown')).toEqual([404, 404, 404, 429])
    })

    on('fiveAMinute', 'C070: GET and HEAD count once each, and HEAD has the headers', async ({ ask }) => {
      const left: (string | null)[] = []
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'HEAD', 'HEAD']) {
        const { status, headers, body } = await ask('/', { method })
        left.push(headers.get('x-ratelimit-remaining'))
        if (method === 'HEAD') expect(body).toBe('')
        expect(status).toBe(left.length === 6 ? 429 : 200)
      }
      expect(left).toEqual(['4', '3', '2', '1', '0', '0'])
    })
  })
}
