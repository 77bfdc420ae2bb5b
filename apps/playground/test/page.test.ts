import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, expectNoOverflow, keepScreenshot, usePlayground } from './support/browser.ts'

const { open } = usePlayground()
// Compare and Tune have files of their own.
async function fill(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Many clients at once' }).click()
  await page.getByRole('button', { name: 'Send 25' }).click()
  await page.locator('.status').waitFor()
}
const toCode = (page: Page) => page.getByRole('tab', { name: 'Code' }).click()

describe('accessibility', () => {
  it.each(['light', 'dark'] as const)('no rule is broken in %s colours', async (colorScheme) => {
    const page = await open('', { colorScheme })
    await fill(page)
    await expectAccessible(page)
    await page.getByLabel('capacity', { exact: true }).fill('0')
    await page.locator('.error').waitFor()
    await expectAccessible(page)
    await page.getByLabel('capacity', { exact: true }).fill('20')
    await toCode(page)
    await expectAccessible(page)
    await page.context().close()
  })
})

describe('the page', () => {
  it.each([360, 834, 1_440])('fits a window of %i pixels', async (width) => {
    const page = await open('', { viewport: { width, height: 900 } })
    await fill(page)
    await expectNoOverflow(page)
    await keepScreenshot(page, `live-${width}`)
    await toCode(page)
    await expectNoOverflow(page)
    await keepScreenshot(page, `code-${width}`)
    await page.context().close()
  })
})

describe('the first paint', () => {
  it('is seen, and how long it took is told', async () => {
    const page = await open()
    const paint = () => page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime)
    await expect.poll(paint, { timeout: 10_000 }).toBeGreaterThan(0)
    console.log(`First paint after ${Math.round((await paint()) ?? 0)} ms`)
    await page.context().close()
  })
})

describe('the tabs', () => {
  it('are moved through by arrows, and are in the address', async () => {
    const page = await open()
    await page.getByRole('tab', { name: 'Live' }).focus()
    for (const tab of ['compare', 'tune', 'code', 'live']) {
      await page.keyboard.press('ArrowRight')
      expect(new URL(page.url()).hash).toMatch(new RegExp(`^#${tab}`))
      expect(await page.getByRole('tabpanel').getAttribute('id')).toBe(`panel-${tab}`)
    }
    await page.keyboard.press('End')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Code')
    await page.goBack()
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Live')
    await page.context().close()
  })
})

describe('what is typed', () => {
  it('never becomes part of the page', async () => {
    const evil = '<img src=x onerror="document.title=1">'
    const page = await open()
    await page.getByLabel('key', { exact: true }).fill(evil)
    await page.getByLabel('name', { exact: true }).fill(evil)
    await page.locator('.level', { hasText: evil }).waitFor()
    await page.getByRole('button', { name: 'Send a request' }).click()
    await page.locator('.status', { hasText: '200' }).waitFor()
    await page.getByRole('tab', { name: 'Code' }).click()
    await page.locator('.program', { hasText: evil }).waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).toBe('@rl playground')
    await page.context().close()
  })
})

describe('the address', () => {
  it('holds the whole state, and garbage in it is the default', async () => {
    const page = await open()
    await page.getByLabel('capacity', { exact: true }).fill('7')
    await page.getByLabel('key', { exact: true }).fill('a/b&c=d#e')
    await page.getByLabel('Requests at once').fill('9')
    await expect.poll(() => page.url()).toContain('live.burst=9')
    const again = await open(new URL(page.url()).hash)
    expect(await again.getByLabel('capacity', { exact: true }).inputValue()).toBe('7')
    expect(await again.getByLabel('key', { exact: true }).inputValue()).toBe('a/b&c=d#e')
    await again.getByRole('button', { name: 'Send 9' }).waitFor()
    for (const hash of ['#nowhere', '#live?live.policy=%E0%A4%A&live.cost=-9', '#code?code.target=x&&&=']) {
      const odd = await open(hash)
      await odd.getByRole('tab', { selected: true }).waitFor()
      await odd.context().close()
    }
    await page.context().close()
    await again.context().close()
  })
})
