import { request as httpRequest } from 'node:http'
import { expect, it, vi } from 'vitest'
import type { Running, Start } from './site.ts'

/** A response that was read whole. */
export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

interface Asking {
  method?: string
  headers?: Record<string, string>
}

/** What a test does with a scenario that is being served. */
export interface Client {
  get(path?: string, headers?: Record<string, string>): Promise<Got>
  ask(path: string, asking: Asking): Promise<Got>
  /** Sends the request that many times, one after the other, and gives the statuses. */
  statuses(times: number, path?: string, headers?: Record<string, string>): Promise<number[]>
  /** Sends a request and closes the connection, once anything has been answered if `later`. */
  abort(path: string, later?: boolean): Promise<void>
  /** The lines logged so far that start so. */
  log(start?: string): Promise<string[]>
}

function clientOf(running: Running): Client {
  async function ask(path: string, { method = 'GET', headers = {} }: Asking): Promise<Got> {
    const response = await fetch(running.url + path, { method, headers, redirect: 'manual' })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  const get: Client['get'] = (path = '/', headers = {}) => ask(path, { headers })
  return {
    ask,
    get,
    async statuses(times, path, headers) {
      const statuses: number[] = []
      for (let time = 0; time < times; time++) statuses.push((await get(path, headers)).status)
      return statuses
    },
    async abort(path, later = false) {
      const line = `handled ${path}`
      const count = async () => (await running.log()).filter((logged) => logged === line).length
      const before = await count()
      const request = httpRequest(running.url + path, { agent: false })
      const closed = new Promise<void>((resolve) => request.on('close', resolve))
      request.on('error', () => {})
      request.on('response', (response) => {
        response.on('error', () => {})
        response.once('data', () => request.destroy())
      })
      request.end()
      // The server must have it in hand first: its handler says so.
      if (!later) {
        await vi.waitFor(async () => expect(await count()).toBe(before + 1), { timeout: 10_000 })
        request.destroy()
      }
      await closed
    },
    log: async (start = '') => (await running.log()).filter((line) => line.startsWith(start)),
  }
}

/** A test on a server of its own that serves the scenario of this name. */
export type On = (scenario: string, title: string, body: (client: Client) => Promise<void>) => void

export const testsOn =
  (start: Start): On =>
  (scenario, title, body) => {
    it(title, async () => {
      const running = await start(scenario)
      try {
        await body(clientOf(running))
      } finally {
        await running.close()
      }
    })
  }
