import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { emptyFolder, type Folder } from '../consumer/folder.ts'
import { installed, quickStart } from '../consumer/quick-start.ts'
import { flood, serve } from '../consumer/serving.ts'
import { adapters, manifestIn, published } from '../workspace.ts'
import { type Registry, startRegistry } from './registry.ts'
import { type Bump, copyTree, type Tree } from './tree.ts'

const all = <T>(one: T): Record<string, T> => Object.fromEntries(published.map((folder) => [folder, one]))
const first = all('1.0.0')

describe('releases, played on a registry of our own', () => {
  let registry: Registry
  let tree: Tree
  let cache: string
  const folders: Folder[] = []

  beforeAll(async () => {
    registry = await startRegistry()
    ;[tree, cache] = await Promise.all([copyTree(registry), mkdtemp(join(tmpdir(), 'rl-npm-cache-'))])
  }, 120_000)

  afterAll(async () => {
    await Promise.all([...folders.map((folder) => folder.remove()), tree?.remove(), registry?.stop()])
    if (cache) await rm(cache, { recursive: true, force: true })
  })

  async function newcomer(): Promise<Folder> {
    const folder = await emptyFolder(`registry=${registry.url}\n`, cache)
    folders.push(folder)
    return folder
  }

  async function release(changes: Readonly<Record<string, Bump>>): Promise<Record<string, string>> {
    await tree.change(changes)
    await tree.version()
    await tree.publish()
    return tree.versions()
  }

  const latest = async () => {
    const versions = published.map(async (name) => [name, (await registry.versions(`@rl/${name}`)).at(-1)])
    return Object.fromEntries(await Promise.all(versions))
  }

  it('begin with 1.0.0, with a changelog, and name each other by ranges', async () => {
    expect(await release(all<Bump>('major'))).toEqual(first)
    expect(await latest()).toEqual(first)
    for (const folder of published) {
      const changelog = await readFile(join(tree.dir, 'packages', folder, 'CHANGELOG.md'), 'utf8')
      expect(changelog).toMatch(/^# @rl\/\w+\n\n## 1\.0\.0\n\n### Major Changes\n/)
    }
    expect(await registry.manifest('@rl/hono', '1.0.0')).toMatchObject({
      dependencies: { '@rl/core': '^1.0.0' },
      repository: { url: 'git+https://example.com/owner/rl.git', directory: 'packages/hono' },
    })
    expect(await tree.publish()).toMatch(/Nothing is new\n$/)
  }, 180_000)

  it.concurrent.each(adapters)(
    'a newcomer installs what the README of @rl/%s says, pastes its quick start, and it limits',
    async (name) => {
      const folder = await newcomer()
      const packages = installed(name)
      expect(packages).toContain(`@rl/${name}`)
      expect(packages).not.toContain('@rl/core')
      expect(await folder.npm('install', ...packages)).not.toMatch(/warn|peer|deprecated/i)
      await folder.write('main.mjs', quickStart(name))
      const database = 3 + adapters.indexOf(name)
      const variables = { REDIS_URL: `redis://127.0.0.1:${inject('redisPort')}/${database}` }
      const server = await serve([process.execPath, 'main.mjs'], folder.dir, variables)
      const { allowed, limited } = await flood(server.url, 60).finally(server.stop)
      expect(allowed + limited).toBe(60)
      expect(allowed).toBeGreaterThanOrEqual(20)
      expect(limited).toBeGreaterThan(0)
    },
    120_000,
  )

  it('a newcomer installs @rl/core and pastes its quick start', async () => {
    const folder = await newcomer()
    await folder.npm('install', ...installed('core'))
    const redis = `process.env.REDIS_URL = 'redis://127.0.0.1:${inject('redisPort')}/2'\n`
    await folder.write('redis.mjs', redis)
    await folder.write(
      'main.mjs',
      `import './redis.mjs'\n${quickStart('core')}\nconsole.log(allowed, remaining)\nprocess.exit()\n`,
    )
    expect((await folder.node(['main.mjs'])).output).toMatch(/^true \d+\n$/)
  }, 120_000)

  it('move what changed, alone; a patch or minor of core moves no adapter', async () => {
    const hono = { ...first, hono: '1.0.1' }
    expect(await release({ hono: 'patch' })).toEqual(hono)
    expect(await latest()).toEqual(hono)

    await tree.change({ core: 'patch' })
    await tree.version()
    expect(tree.versions()).toEqual({ ...hono, core: '1.0.1' })

    const minor = { ...hono, core: '1.1.0' }
    expect(await release({ core: 'minor' })).toEqual(minor)
    expect(await latest()).toEqual(minor)
  }, 180_000)

  it('each reach who asks for them alone', async () => {
    const folder = await newcomer()
    await folder.npm('install', '@rl/hono@1.0.0', '@rl/core@1.0.0', 'hono')
    const installed = (name: string) => manifestIn(join(folder.dir, 'node_modules/@rl', name)).version
    await folder.npm('install', '@rl/hono@latest')
    expect([installed('hono'), installed('core')]).toEqual(['1.0.1', '1.0.0'])
    await folder.npm('install', '@rl/core@latest')
    expect([installed('hono'), installed('core')]).toEqual(['1.0.1', '1.1.0'])
    expect(await folder.npm('ls', '@rl/core')).not.toMatch(/invalid|UNMET/)
  }, 180_000)

  it('of a new major of core move all', async () => {
    const major = { ...all('1.0.1'), core: '2.0.0', hono: '1.0.2' }
    expect(await release({ core: 'major' })).toEqual(major)
    expect(await latest()).toEqual(major)
    expect((await registry.manifest('@rl/koa', '1.0.1')).dependencies).toEqual({ '@rl/core': '^2.0.0' })
  }, 180_000)
})
