import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import { findChromium } from '../../../tooling/test/chromium.ts'
import { type Server, startServer } from './support/server.ts'

const STATE = '#live?live.policy=tokenBucket~capacity~20~refillRate~1~refillInterval~1h&live.burst=12'
let browser: Browser
let redis: RedisServer
let servers: Server[]
let pages: Page[]

beforeAll(async () => {
  redis = await startRedis()
  const found = findChromium()
  if ('missing' in found) throw new Error(found.missing)
  browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] })
  const flags = ['--redis-port', `${redis.port}`]
  servers = await Promise.all([startServer(flags), startServer(flags)])
  pages = await Promise.all(
    servers.map(async ({ url }) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.goto(`${url}/${STATE}`)
      return page
    }),
  )
})
afterAll(async () => {
  await browser?.close()
  await Promise.all(servers?.map((server) => server.stop()) ?? [])
  await redis?.stop()
})

async function shows(page: Page, place: string, text: string): Promise<void> {
  await expect.poll(() => page.locator(place).first().textContent(), { timeout: 20_000 }).toContain(text)
}

describe('a page on Redis', () => {
  it('shows one count with the page of another server, says when Redis is away, and goes back to it', async () => {
    const [one, other] = pages as [Page, Page]
    for (const page of pages) await shows(page, '.store', `Redis at 127.0.0.1:${redis.port}`)
    await one.getByRole('button', { name: 'Send 12', exact: true }).click()
    for (const page of pages) await shows(page, '.level .left', '8')
    await other.getByRole('button', { name: 'Send 12', exact: true }).click()
    for (const page of pages) {
      await shows(page, '.level .left', '0')
      await shows(page, '.counts', 'Requests24')
      await shows(page, '.counts', 'Denied4')
    }

    const { port } = redis
    await redis.stop()
    for (const page of pages) await shows(page, '.notice.bad', `Redis at 127.0.0.1:${port} is away`)
    await one.getByRole('button', { name: 'Send a request' }).click()
    await shows(one, '.body', '"degraded": true')
    await shows(one, '.level', 'degraded')

    redis = await startRedis({ port })
    for (const page of pages) await shows(page, '.store', `Redis at 127.0.0.1:${port}`)
    await other.getByRole('button', { name: 'Reset', exact: true }).click()
    await other.getByRole('button', { name: 'Send a request' }).click()
    for (const page of pages) await shows(page, '.level .left', '19')
  }, 90_000)
})
