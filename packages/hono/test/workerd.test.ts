import { copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Launched, launch } from '../../../tooling/servers/launch.ts'
import { freePort } from '../../../tooling/servers/ports.ts'
import { bundle } from './bundle.ts'

/** Without `nodejs_compat`: a worker that imports anything of `node:` does not start. */
const config = (port: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "worker", worker = (
    modules = [(name = "program.mjs", esModule = embed "program.mjs")],
    compatibilityDate = "2026-07-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", service = "worker", http = ())],
);
`

describe('Hono on workerd', () => {
  let server: Launched
  let url: string

  beforeAll(async () => {
    const program = await bundle('serve-workerd.ts')
    const dir = await mkdtemp(join(tmpdir(), 'rl-workerd-'))
    const port = await freePort()
    await copyFile(program.file, join(dir, 'program.mjs'))
    await program.remove()
    await writeFile(join(dir, 'config.capnp'), config(port))
    const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }
    const args = ['serve', 'config.capnp', '--control-fd=1']
    server = await launch(workerd, args, { dir, ready: /"listen"/ })
    url = `http://127.0.0.1:${port}`
  })

  afterAll(() => server.stop())

  const from = (client: string, path: string) =>
    fetch(url + path, { headers: { 'cf-connecting-ip': client }, redirect: 'manual' })

  it('counts each client, and says so on responses of every kind', async () => {
    const left: [number, string | null][] = []
    for (const path of ['made', 'raw', 'immutable', 'unknown', 'raw', 'raw']) {
      const { status, headers } = await from('192.0.2.1', `/limited/${path}`)
      left.push([status, headers.get('x-ratelimit-remaining')])
    }
    expect(left).toEqual([
      [200, '4'],
      [200, '3'],
      [302, '2'],
      [404, '1'],
      [200, '0'],
      [429, '0'],
    ])
    expect(await (await from('192.0.2.2', '/limited/made')).text()).toBe('4')
  })

  it('lets a connection be upgraded', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.3' }
    const socket = new WebSocket(`${url.replace('http', 'ws')}/limited/socket`, { headers })
    const message = new Promise((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => resolve(data))
      socket.addEventListener('error', reject)
    })
    expect(await message).toBe('hello')
    socket.close()
  })

  it('gives back after the response has gone out', async () => {
    for (let time = 0; time < 3; time++) {
      await vi.waitFor(async () => expect((await from('192.0.2.1', '/login')).status).toBe(200), 10_000)
    }
  })
})
