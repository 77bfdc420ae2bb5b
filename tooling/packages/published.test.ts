import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TARBALL } from './size/budgets.ts'
import { packAll, published } from './workspace.ts'

describe.each(published)('the tarball of @rl/%s', (folder) => {
  let tarball: Uint8Array<ArrayBuffer>
  let pack: Package
  const text = (file: string) => pack.readFile(`/node_modules/@rl/${folder}/${file}`)
  const files = () => pack.listFiles().map((file) => file.replace(`/node_modules/@rl/${folder}/`, ''))
  const code = () => files().filter((file) => /\.c?js$/.test(file))

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
    const beside = files().filter((file) => !/^dist\/(\w+\.c?js(\.map)?|index\.d\.c?ts)$/.test(file))
    expect(beside.filter((file) => file !== 'CHANGELOG.md').sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    expect(files()).toEqual(expect.arrayContaining(['dist/index.d.cts', 'dist/index.d.ts']))
    const stems = (extension: string) =>
      code().flatMap((file) => (file.endsWith(extension) ? [file.slice(0, -extension.length)] : []))
    expect(stems('.cjs')).toEqual(stems('.js'))
    expect(stems('.js')).toContain('dist/index')
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
    for (const extension of ['.js', '.cjs']) {
      const all = code().filter((file) => file.endsWith(extension))
      const imported = all.flatMap((file) => importsOf(text(file)).filter((name) => !name.startsWith('.')))
      const { dependencies = {} } = JSON.parse(text('package.json'))
      expect(new Set(imported)).toEqual(new Set(Object.keys(dependencies)))
      for (const file of all) expect(text(file)).not.toMatch(/node:|\bBuffer\b|\bprocess\./)
    }
  })

  it('is made of files that do not import each other in a circle', () => {
    const reached = (file: string, ...from: string[]): void => {
      expect(from).not.toContain(file)
      for (const name of importsOf(text(file)))
        if (name.startsWith('.')) reached(name.replace('.', 'dist'), file, ...from)
    }
    for (const file of code()) reached(file)
  })

  it('maps each file to the line of its source', () => {
    for (const file of code()) {
      const [, map] = /\n\/\/# sourceMappingURL=(\S+)$/.exec(text(file)) ?? []
      if (map === undefined) {
        expect(text(file)).not.toMatch(/function|=>/) // nothing but names, that come in and go out
        continue
      }
      const { mappings, sources } = JSON.parse(text(`dist/${map}`))
      expect(mappings.split(';').length).toBeGreaterThan(20)
      expect(sources.every((source: string) => source.startsWith('../src/'))).toBe(true)
    }
  })

  it('is within its budget', () => {
    expect(tarball.length).toBeLessThanOrEqual(TARBALL)
  })
})

const importsOf = (code: string): string[] =>
  [...code.matchAll(/(?:from |require\()["']([^"']+)["']/g)].map(([, name = '']) => name)

const folder = mkdtempSync(join(tmpdir(), 'rl-packed-'))
const packed = packAll(folder)

afterAll(() => rmSync(folder, { recursive: true }))
