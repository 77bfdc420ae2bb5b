import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adapters, manifestIn, published, root } from '../workspace.ts'
import { contradictions } from './changeset.ts'

const folder = join(root, '.changeset')
const pending = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
const texts = pending.map((file) => readFileSync(join(folder, file), 'utf8'))

describe('changesets', () => {
  it('say of an adapter that it breaks when core does, since it exports all of core', () => {
    const text = "---\n'@rl/core': major\n'@rl/hono': patch\n---\n\nA change.\n"
    expect(contradictions(text)).toEqual(adapters.map((name) => `@rl/${name}: not major`))
    const all = published.map((name) => `'@rl/${name}': major`).join('\n')
    expect(contradictions(`---\n${all}\n---\n\nA change.\n`)).toEqual([])
    const [core = '', others = ''] = [all.slice(0, all.indexOf('\n')), all.slice(all.indexOf('\n') + 1)]
    const apart = [core, others].map((lines) => `---\n${lines}\n---\n\nA change.\n`)
    expect(contradictions(...apart)).toEqual([])
    expect(contradictions("---\n'@rl/core': minor\n---\n\nA change.\n")).toEqual([])
  })

  it('name packages that are published, and say what changes', () => {
    expect(contradictions("---\n'@rl/nothing': patch\n---\n\nA change.\n")).toEqual([
      '@rl/nothing: not published',
    ])
    expect(contradictions("---\n'@rl/core': patch\n---\n\n")).toEqual(['no text'])
    expect(contradictions("---\n'@rl/core': huge\n---\n\nA change.\n")).toEqual(['@rl/core: huge'])
  })

  it('that are pending are such', () => {
    expect(contradictions(...texts)).toEqual([])
  })

  it('make 1.0.0 of what was never released', () => {
    const fresh = published.filter((name) => manifestIn(join(root, 'packages', name)).version === '0.0.0')
    for (const name of fresh) expect(texts.join('\n')).toContain(`'@rl/${name}': major`)
  })
})
