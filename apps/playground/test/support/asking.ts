import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../tooling/servers/ports.ts'
import { type Playground, startPlayground } from '../../src/server/server.ts'
import type { Room } from '../../src/server/shield.ts'

export interface Asked {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** The server in this process, with a page that says nothing. */
export async function startHere(redis?: string, room?: Room): Promise<Playground & { port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'rl-playground-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  const port = await freePort()
  const playground = await startPlayground({ host: '127.0.0.1', port, redis }, folder, room)
  return {
    ...playground,
    get status() {
      return playground.status
    },
    port,
    async close() {
      await playground.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A request with any headers, those that a browser would not let a page choose among them. */
export function askRaw(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      response.toArray().then(
        (chunks) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        reject,
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

export interface Heard {
  readonly kind: string
  readonly data: Record<string, unknown>
}

/** Listens to the live view until it is closed. */
export async function listen(url: string): Promise<{
  heard: Heard[]
  status: number
  until(test: (heard: Heard) => boolean): Promise<Heard>
  close(): void
}> {
  const abort = new AbortController()
  const response = await fetch(url, { signal: abort.signal })
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (kind) heard.push({ kind, data: JSON.parse(data!) })
      }
      for (const wake of waiting) wake()
    }
  })()
  reading.catch(() => {}) // closed by us
  return {
    heard,
    status: response.status,
    until(test) {
      return new Promise((resolve) => {
        const look = () => {
          const found = heard.find(test)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
    },
    close: () => abort.abort(),
  }
}
