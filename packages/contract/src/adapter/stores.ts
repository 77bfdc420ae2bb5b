import { describe, expect } from 'vitest'
import type { On } from './client.ts'
import { names } from './fields.ts'

const failures = ['down', 'refused', 'text']

export function describeStores(on: On): void {
  describe('a store that cannot decide', () => {
    on('storeFailsOpen', 'C064, C077: lets requests through, once, without a number', async (client) => {
      for (const mode of failures) {
        const response = await client.get('/', { 'x-store': mode })
        expect([response.status, names(response)]).toEqual([200, []])
      }
      expect((await client.get('/decision', { 'x-store': 'down' })).body).toBe('null')
      expect(await client.log('handled')).toHaveLength(4)
      expect(await client.log('error')).toEqual([])
    })

    on(
      'storeFailsOpen',
      'C066: warns when it begins and when it is over, not for each request',
      async (client) => {
        expect(await client.statuses(20, '/', { 'x-store': 'down' })).toEqual(new Array(20).fill(200))
        expect(await client.log('warning')).toEqual(['warning: store-failed'])
        expect(await client.statuses(3)).toEqual([200, 200, 429])
        expect(await client.log('warning')).toEqual(['warning: store-failed', 'warning: store-recovered'])
      },
    )

    on('storeFailsClosed', "C064: answers 503 with `onStoreError: 'deny'`, and no number", async (client) => {
      for (const mode of failures) {
        const response = await client.get('/', { 'x-store': mode })
        expect([response.status, names(response)]).toEqual([503, []])
        expect(response.headers.get('content-type')).toBe('application/problem+json')
        expect(JSON.parse(response.body)).toMatchObject({
          type: 'https://iana.org/assignments/http-problem-types#temporary-reduced-capacity',
          status: 503,
        })
        expect(response.body).not.toMatch(/NaN|undefined/)
      }
      expect(await client.log()).toEqual(['warning: store-failed'])
      expect(await client.statuses(3)).toEqual([200, 200, 429])
    })

    on('storeFailsOnTrial', 'lets requests through with `enforce: false`', async ({ statuses }) => {
      expect(await statuses(3, '/', { 'x-store': 'down' })).toEqual([200, 200, 200])
    })
  })
}
