import { describe, expect } from 'vitest'
import type { On } from './client.ts'

/** What a framework that knows of trusted proxies tells beside the contract of every adapter. */
export function describeForwarded(on: On): void {
  describe('a forwarding header that it does not heed', () => {
    const claimed = { 'x-forwarded-for': '203.0.113.1' }

    on('odd', 'is told once, with what to configure, however many guards there are', async (client) => {
      await client.statuses(2)
      expect(await client.log('warning')).toEqual([])
      await client.statuses(2, '/', claimed)
      expect(await client.log('warning')).toEqual([
        expect.stringMatching(/^warning: forwarded-header-ignored: .*X-Forwarded-For.*configure `/),
      ])
    })

    on('oddAndProxied', 'is not told where a proxy is trusted', async (client) => {
      await client.statuses(2, '/', claimed)
      expect(await client.log('handled')).toHaveLength(2)
      expect(await client.log('warning')).toEqual([])
    })
  })
}
