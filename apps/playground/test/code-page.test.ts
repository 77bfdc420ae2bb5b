import { describe, expect, it } from 'vitest'
import { usePlayground } from './support/browser.ts'

const { open, url } = usePlayground()

describe('the configuration as code', () => {
  it('is that of the Live tab, for the chosen framework, and is copied', async () => {
    const page = await open('#live?live.policy=fixedWindow~limit~42~window~1m')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url() })
    await page.getByRole('tab', { name: 'Code' }).click()
    await page.getByText('Koa', { exact: true }).click()
    await page.getByText('Redis, by node-redis').click()
    await page.getByLabel('Go on limiting while Redis is away').check()
    await page.getByRole('button', { name: 'Copy the code' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain("from '@rl/koa'")
    expect(copied).toContain("fixedWindow({ limit: 42, window: '1m' })")
    expect(copied).toContain('withFallback(withBreaker(redisStore(client)), memoryStore(), { instances: 4 })')
    expect(await page.locator('.program pre').textContent()).toBe(copied)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.locator('.share', { hasText: 'Copied' }).waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(link.origin).toBe(url())
    const again = await open(link.hash)
    expect(await again.locator('.program pre').textContent()).toBe(copied)
    await again.context().close()
    await page.context().close()
  })
})
