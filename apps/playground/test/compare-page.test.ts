import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { compare } from '../src/analysis/compare.ts'
import { callOf } from '../src/analysis/result.ts'
import { makeTraffic, type Scenario } from '../src/analysis/scenario/scenarios.ts'
import { fromText } from '../src/page/policy/text.ts'
import { expectAccessible, expectNoOverflow, keepScreenshot, usePlayground } from './support/browser.ts'

const playground = usePlayground()

async function open(...args: Parameters<typeof playground.open>): Promise<Page> {
  const page = await playground.open(...args)
  page.setDefaultTimeout(50_000)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const policies = (page: Page) => page.locator('.policy')
const table = (page: Page) => page.getByRole('region', { name: 'Policies compared' }).getByRole('row')

/** Waits until what is shown is of what was asked for. */
async function played(page: Page, summary: RegExp): Promise<void> {
  await page.locator('[role="status"]', { hasText: summary }).waitFor()
  await page.locator('[aria-busy="false"]').waitFor()
}

async function saved(page: Page, name = 'Save as JSON') {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return JSON.parse(await readFile(await download.path(), 'utf8'))
}

/** The same played in this process. */
function inNode(scenario: Scenario, specs: readonly string[]) {
  const traffic = makeTraffic(scenario)
  return {
    scenario,
    policies: specs.map((text) => {
      const spec = fromText(text)!
      return { policy: callOf(spec), ...compare(traffic, spec, scenario.windowMs) }
    }),
  }
}

const ALL = [
  'tokenBucket~capacity~20~refillRate~2',
  'tokenBucket~capacity~20~refillRate~20~refillInterval~10s~refill~interval',
  'fixedWindow~limit~20~window~10s~anchor~clock',
  'slidingWindowLog~limit~20~window~10s',
  'slidingWindowCounter~limit~20~window~10s',
]

// A busy machine may take its time to play so many requests.
describe('Compare', { timeout: 120_000 }, () => {
  it('shows at once how a fixed window lets nearly twice its limit through', async () => {
    const page = await open('#compare')
    await played(page, /130 requests of one client over 1 min, played to 3 policies/)
    const rows = await table(page).allInnerTexts()
    const most = rows.slice(1).map((row) => row.split(/\s*\t\s*/)[3])
    expect(most).toEqual(['21', '39', '20'])
    await expectAccessible(page)
    await keepScreenshot(page, 'compare-wide-light')
    await page.context().close()
  })

  it('plays a million requests as the library does, and answers meanwhile', async () => {
    const page = await open(`#compare?compare.policies=${ALL.join('!')}`)
    await played(page, /played to 5 policies/)
    await page.evaluate(() => {
      const tasks: number[] = []
      Object.assign(globalThis, { tasks })
      new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        type: 'longtask',
      })
    })
    await page.getByLabel('Traffic', { exact: true }).selectOption('hour')
    await page.locator('[aria-busy="true"]').waitFor()
    await policies(page).first().locator('summary').click()
    expect(await policies(page).first().getByLabel('capacity').isVisible()).toBe(true)
    expect(await page.locator('[aria-busy="true"]').count()).toBe(1)
    await played(page, /1.000.000 requests of 2.000 clients over 1 h, played to 5 policies/)
    const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)
    console.log(
      `Compare of 1 000 000 requests: ${tasks.length} tasks over 50 ms, the longest ${Math.max(0, ...tasks)} ms`,
    )
    const scenario = { kind: 'hour', requests: 1_000_000, clients: 2_000, seed: 1 } as const
    expect(await saved(page)).toEqual(inNode({ ...scenario, durationMs: 3_600_000, windowMs: 10_000 }, ALL))
    await page.context().close()
  })

  it('adds and removes policies, refuses what the library refuses, and is all in the address', async () => {
    const page = await open('#compare')
    await button(page, 'Add a policy').click()
    await button(page, 'Add a policy').click()
    await played(page, /played to 5 policies/)
    expect(await button(page, 'Add a policy').isDisabled()).toBe(true)
    await policies(page).nth(1).locator('summary').click()
    await policies(page).nth(1).getByLabel('limit').fill('0')
    await played(page, /played to 4 policies/)
    expect(await policies(page).nth(1).locator('.error').textContent()).toBe(
      'Expected `limit` to be a positive whole number, got 0',
    )
    await button(page, 'Remove policy B').click()
    await page.getByLabel('Seed of chance').fill('7')
    await page.getByLabel('Traffic', { exact: true }).selectOption('abuser')
    await played(page, /One abuser: 20.000 requests of 200 clients over 10 min, played to 4 policies/)
    expect(await policies(page).locator('.policy-name').allTextContents()).toEqual([
      ...['Token bucket 20, 2 per 1s', 'Sliding window log 20 per 10s', 'Sliding window counter 20 per 10s'],
      'Leaky bucket 20, 2 per 1s',
    ])
    const result = await saved(page)
    await page.waitForURL(/compare\.kind=abuser/)
    const copy = await open(new URL(page.url()).hash)
    await played(copy, /One abuser: 20.000 requests of 200 clients/)
    expect(await saved(copy)).toEqual(result)
    await button(copy, 'Use policy C in Live and Code').click()
    await copy.waitForURL(/#live\?.*live\.policy=slidingWindowCounter~limit~20~window~10s/)
    await Promise.all([page.context().close(), copy.context().close()])
  })

  it('is for phones and the dark too', async () => {
    const page = await open('#compare?compare.kind=crowd&compare.requests=2000&compare.clients=40', {
      viewport: { width: 360, height: 800 },
      colorScheme: 'dark',
    })
    await played(page, /Many clients: 2.000 requests of 40 clients/)
    await expectNoOverflow(page)
    await expectAccessible(page)
    await keepScreenshot(page, 'compare-phone-dark')
    await page.context().close()
  })
})
