import { describe, expect, it } from 'vitest'
import { expectAccessible, expectNoOverflow, keepScreenshot, usePlayground } from './support/browser.ts'

const { open } = usePlayground()
const TABS = ['live', 'code'] as const // the others have files of their own

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  it.each(TABS)('%s breaks no rule of accessibility', async (tab) => {
    const page = await open(`#${tab}`, { colorScheme })
    if (tab === 'live') {
      await page.getByRole('button', { name: 'Many clients at once' }).click()
      await page.getByRole('button', { name: 'Send 25' }).click()
      await page.locator('.status').waitFor()
    }
    await expectAccessible(page)
    await page.context().close()
  })
})

describe.each([360, 834, 1_440])('%i pixels wide', (width) => {
  it.each(TABS)('%s fits', async (tab) => {
    const page = await open(`#${tab}`, { viewport: { width, height: 900 } })
    if (tab === 'live') {
      await page.getByRole('button', { name: 'Send 25' }).click()
      await page.locator('.status').waitFor()
    }
    await expectNoOverflow(page)
    await keepScreenshot(page, `${tab}-${width}`)
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
