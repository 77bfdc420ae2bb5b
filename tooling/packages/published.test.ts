import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packAll, published } from './workspace.ts'

describe.each(published)('the tarball of @rl/%s', (folder) => {
  let tarball: Uint8Array<ArrayBuffer>
  let pack: Package
  const text = (file: string) => pack.readFile(`/node_modules/@rl/${folder}/${file}`)

  beforeAll(async () => {
    tarball = new Uint8Array(readFileSync((await packed).get(folder)!))
    pack = createPackageFromTarballData(tarball)
  })

  it('satisfies publint', async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
    expect(messages).toEqual([])
  })

  it('C084 has the right types for each way to resolve and each kind of module', async () => {
    const result = await checkPackage(pack)
    expect(result).toMatchObject({ types: { kind: 'included' }, problems: [] })
  })

  it('holds what runs, its types, its maps, a README and a licence, and nothing else', () => {
    const files = pack.listFiles().map((file) => file.replace(`/node_modules/@rl/${folder}/`, ''))
    const built = ['index.cjs', 'index.cjs.map', 'index.d.cts', 'index.d.ts', 'index.js', 'index.js.map']
    const others = files.filter((file) => !['CHANGELOG.md', 'LICENSE'].includes(file))
    expect(others.sort()).toEqual(
      [...built.map((file) => `dist/${file}`), 'README.md', 'package.json'].sort(),
    )
    expect(files).toContain('LICENSE')
  })

  it('says that it has no side effects, and names no folder of the repository', () => {
    const manifest = JSON.parse(text('package.json'))
    expect(manifest).toMatchObject({
      sideEffects: false,
      license: 'MIT',
      publishConfig: { access: 'public' },
    })
    expect(JSON.stringify(manifest)).not.toMatch(/@rl\/source|workspace:|catalog:/)
    for (const peer of Object.keys(manifest.peerDependencies ?? {}))
      expect(manifest.dependencies).not.toHaveProperty(peer)
  })

  it('needs nothing of one runtime', () => {
    for (const file of ['dist/index.js', 'dist/index.cjs']) {
      const imported = [...text(file).matchAll(/(?:from |require\()["']([^"']+)["']/g)].map(
        ([, name]) => name,
      )
      const { dependencies = {} } = JSON.parse(text('package.json'))
      expect(new Set(imported)).toEqual(new Set(Object.keys(dependencies)))
      expect(text(file)).not.toMatch(/node:|\bBuffer\b|\bprocess\./)
    }
  })

  it('maps each file to the line of its source', () => {
    for (const file of ['dist/index.js', 'dist/index.cjs']) {
      const { mappings, sources } = JSON.parse(text(`${file}.map`))
      expect(mappings.split(';').length).toBeGreaterThan(20)
      expect(sources.every((source: string) => source.startsWith('../src/'))).toBe(true)
      expect(text(file)).toContain(`//# sourceMappingURL=${file.replace('dist/', '')}.map`)
    }
  })
})

const folder = mkdtempSync(join(tmpdir(), 'rl-packed-'))
const packed = packAll(folder)

afterAll(() => rmSync(folder, { recursive: true }))
