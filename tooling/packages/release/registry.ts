import { mkdtemp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { launch } from '../../servers/launch.ts'
import { freePort } from '../../servers/ports.ts'
import { run } from '../command.ts'

export interface Registry {
  readonly url: string
  /** The versions that it has of a package. */
  versions(name: string): Promise<string[]>
  /** What a version says of itself. */
  manifest(name: string, version: string): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

/** Starts an empty registry on loopback; what it has not got it takes from the one that this machine uses. */
export async function startRegistry(): Promise<Registry> {
  const dir = await mkdtemp(join(tmpdir(), 'rl-registry-'))
  const [port, upstream] = await Promise.all([
    freePort(),
    run('npm', ['config', 'get', 'registry'], { cwd: dir }),
  ])
  const config = join(dir, 'config.yaml')
  await writeFile(config, configuration(dir, upstream.trim()))
  const manifest = createRequire(import.meta.url).resolve('verdaccio/package.json')
  const program = join(dirname(manifest), 'bin/verdaccio')
  const args = [program, '--config', config, '--listen', `127.0.0.1:${port}`]
  const { stop } = await launch(process.execPath, args, { dir, ready: /http address/ })
  const url = `http://127.0.0.1:${port}/`

  async function document(name: string): Promise<{ versions: Record<string, Record<string, unknown>> }> {
    const response = await fetch(url + name.replace('/', '%2f'))
    if (response.status === 404) return { versions: {} }
    return (await response.json()) as never
  }

  return {
    url,
    versions: async (name) => Object.keys((await document(name)).versions),
    manifest: async (name, version) => (await document(name)).versions[version] ?? {},
    stop,
  }
}

function configuration(dir: string, upstream: string): string {
  return `storage: ${join(dir, 'storage')}
auth: { htpasswd: { file: ${join(dir, 'users')} } }
uplinks: { up: { url: '${upstream}', maxage: 1h } }
packages:
  '@rl/*': { access: $all, publish: $all }
  '**': { access: $all, proxy: up }
web: { enable: false }
log: { type: stdout, format: pretty, level: warn }
`
}
