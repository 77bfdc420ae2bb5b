import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { createAnalysis } from '../src/analysis/analyse.ts'
import { createLogReader } from '../src/analysis/log/reader.ts'
import { nameEffect, nameProfile, type Result, toResult } from '../src/analysis/result.ts'
import { sampleLog } from '../src/analysis/scenario/sample-log.ts'
import { createTraffic } from '../src/analysis/traffic.ts'
import type { PolicySpec } from '../src/page/policy/spec.ts'
import { expectAccessible, expectNoOverflow, keepScreenshot, usePlayground } from './support/browser.ts'

const playground = usePlayground()

async function open(...args: Parameters<typeof playground.open>): Promise<Page> {
  const page = await playground.open(...args)
  page.setDefaultTimeout(50_000)
  return page
}
const folder = mkdtempSync(join(tmpdir(), 'rl-tune-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sample = [...sampleLog()].join('')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choose = (page: Page, name: string, content: string | Uint8Array) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

async function saved(page: Page): Promise<Result> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as JSON').click()])
  return JSON.parse(await readFile(await download.path(), 'utf8'))
}

/** The same in this process. */
function inNode(file: string, log: string, spec: PolicySpec, untouched = 0.999): Result {
  const builder = createTraffic()
  const reader = createLogReader(builder.add)
  reader.write(new TextEncoder().encode(log))
  reader.end()
  const { times, clients, names } = builder.build(reader.names)
  const { add, analysis } = createAnalysis(spec)
  for (const [place, time] of times.entries()) add(time, clients[place]!)
  const { profile, effect, needs } = analysis()
  const found = { file, reading: reader.reading(), late: 0, spec, needs, untouched }
  return toResult({ ...found, profile: nameProfile(profile, names), effect: nameEffect(effect, names) })
}

const bucket = (capacity: string, refillRate: string, more = {}): PolicySpec => ({
  algorithm: 'tokenBucket',
  options: { capacity, refillRate, ...more },
})

// A busy machine may take its time to play so many requests.
describe('Tune', { timeout: 120_000 }, () => {
  it('shows what it does by one click on a sample, as the library says, and asks nobody', async () => {
    const page = await open('#tune')
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
    await expectAccessible(page)
    await button(page, 'Try a sample log').click()
    await button(page, 'Use these numbers').waitFor()
    await page
      .getByText('sample.log: 60\u202f840 of 60\u202f840 lines understood (common log format).')
      .waitFor()
    const expected = inNode('sample.log', sample, bucket('20', '5'))
    expect(expected.effect.denied).toBeGreaterThan(1_000)
    expect(await saved(page)).toEqual(expected)
    expect(asked.filter((one) => !one.startsWith(`GET ${playground.url()}/assets/`))).toEqual([])
    await expectAccessible(page)
    await keepScreenshot(page, 'tune-wide-light')

    await button(page, 'Use these numbers').click()
    const { options } = expected.proposal.best!.policy
    await page.waitForURL(
      new RegExp(
        `#live\\?.*live\\.policy=tokenBucket~capacity~${options.capacity}~refillRate~${options.refillRate}`,
      ),
    )
    await page.getByRole('tab', { name: 'Tune' }).click()
    expect(await button(page, 'Use these numbers').isVisible()).toBe(true)
    await page.context().close()
  })

  it('proposes for the share on the slider, and plays the log to any policy', async () => {
    const page = await open('#tune?tune.untouched=99&tune.policy=slidingWindowLog~limit~12~window~1m')
    await choose(page, 'access.log.gz', gzipSync(sample))
    await button(page, 'Use these numbers').waitFor()
    const log: PolicySpec = { algorithm: 'slidingWindowLog', options: { limit: '12', window: '1m' } }
    expect(await saved(page)).toEqual(inNode('access.log.gz', sample, log, 0.99))
    await page.getByRole('slider').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Clients to leave untouched: 95 %').waitFor()
    const { proposal } = inNode('access.log.gz', sample, log, 0.95)
    const { limit, window } = proposal.best!.policy.options
    expect(await page.locator('.best-name').textContent()).toBe(`Sliding window log ${limit} per ${window}`)
    await button(page, 'See their effect').click()
    const touched = proposal.best!.clientsTouched
    await page.locator('.verdict', { hasText: `of ${touched} of 1\u202f281 clients` }).waitFor()
    await page.waitForURL(new RegExp(`tune\\.policy=slidingWindowLog~limit~${limit}~window~${window}`))
    await page.context().close()
  })

  it('says how much of a log it understood, and shows the first line that it did not as it is', async () => {
    const page = await open('#tune', { viewport: { width: 360, height: 800 }, colorScheme: 'dark' })
    const evil = '<img src=x onerror="document.title=\'owned\'">'
    const lines = Array.from({ length: 50 }, (_, n) =>
      JSON.stringify({ ts: 1.5e9 + n, user: `${evil}${n % 3}` }),
    )
    await choose(page, `${evil}.log`, [...lines.slice(0, 9), evil, ...lines.slice(9), '{"ts":1}'].join('\n'))
    await button(page, 'Use these numbers').waitFor()
    await page.getByText(`${evil}.log: 50 of 52 lines understood (JSON lines).`).waitFor()
    expect(await page.locator('.misread > *').allTextContents()).toEqual([
      'The first that was not is line 10: not JSON.',
      evil,
    ])
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
    await expectNoOverflow(page)
    await expectAccessible(page)
    await keepScreenshot(page, 'tune-phone-dark')
    await page.context().close()
  })

  it('says why a file is no log, and takes the next one, dropped', async () => {
    const page = await open('#tune')
    await choose(page, 'notes.txt', 'just some text\n')
    const alert = page.getByRole('alert')
    await alert
      .getByText('notes.txt is no log that can be used. None of its 1 lines was understood.')
      .waitFor()
    expect(await alert.locator('pre').textContent()).toBe('just some text')
    await choose(page, 'empty.log', '')
    await alert.getByText('empty.log is no log that can be used. It is empty.').waitFor()
    await choose(page, 'cut.gz', gzipSync(sample).subarray(0, 5_000))
    await alert.getByText('cut.gz is no log that can be used. It could not be read:').waitFor()
    const transfer = await page.evaluateHandle(() => {
      const dropped = new DataTransfer()
      dropped.items.add(new File(['time,ip\n2015-05-17T10:05:03Z,192.0.2.1\n'], 'one.csv'))
      return dropped
    })
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: transfer })
    await page.getByText('one.csv: 1 of 1 lines understood (CSV).').waitFor()
    await button(page, 'Forget it').click()
    expect(await button(page, 'Choose a log').isVisible()).toBe(true)
    await page.context().close()
  })

  it('shows how far a large log is, and stops reading it', async () => {
    const path = join(folder, 'large.log')
    writeFileSync(path, sample.repeat(12))
    const page = await open('#tune')
    await page.locator('input[type="file"]').setInputFiles(path)
    await page.getByRole('progressbar', { name: 'Reading large.log' }).waitFor()
    await button(page, 'Cancel').click()
    expect(await button(page, 'Choose a log').isVisible()).toBe(true)
    await button(page, 'Try a sample log').click()
    await page.getByText('sample.log: 60\u202f840 of 60\u202f840 lines understood').waitFor()
    await page.context().close()
  })
})
