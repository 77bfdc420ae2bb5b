import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { findChromium } from '../../../../tooling/test/chromium.ts'
import { type Server, startServer } from './server.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const screenshots = resolve(import.meta.dirname, '../../screenshots')

export interface Opened {
  /** The address of the server that these tests share. */
  readonly url: () => string
  /** A window of its own; what goes wrong in it fails the test that ends it. */
  open(hash?: string, options?: BrowserContextOptions): Promise<Page>
}

/** One browser and one server for the tests of a file. */
export function usePlayground(flags: readonly string[] = []): Opened {
  vi.setConfig({ testTimeout: 60_000 })
  let browser: Browser
  let server: Server
  beforeAll(async () => {
    const found = findChromium()
    if ('missing' in found) throw new Error(found.missing)
    ;[browser, server] = await Promise.all([
      chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] }),
      startServer(flags),
    ])
  })
  afterAll(() => Promise.all([browser?.close(), server?.stop()]))
  return {
    url: () => server.url,
    async open(hash = '', options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce', // drawing many frames a second without a graphics card takes a whole core
        ...options,
      })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', (error) => {
        throw error
      })
      await page.goto(`${server.url}/${hash}`)
      return page
    },
  }
}

/** No rule of axe-core is broken. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  expect(violations).toEqual([])
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Nothing is wider than the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth]
  })
  expect(content).toBe(window)
}

/** Keeps a picture of the page for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: resolve(screenshots, `${name}.png`), fullPage: true })
}
