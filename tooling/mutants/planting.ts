import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { compactLua } from '../lua.ts'
import { type Edit, plant } from './fault.ts'

/** Makes edits in what is loaded; the files themselves stay as they are. */
export interface Planting {
  readonly plugin: Plugin
  /** Puts these edits in place of those that it returns. */
  plant(edits: readonly Edit[]): readonly Edit[]
  /** Edited files that nobody has loaded yet, and so nobody has tested. */
  pending(): readonly string[]
}

export function createPlanting(): Planting {
  let planted: readonly Edit[] = []
  const loaded = new Set<string>()

  async function handler(id: string): Promise<{ code: string; moduleType?: 'js' } | undefined> {
    const [path] = id.split('?')
    const edits = planted.filter(({ file }) => resolve(file) === path)
    const [first] = edits
    if (first === undefined) return undefined
    const code = edits.reduce((text, edit) => plant(edit, text), await readFile(first.file, 'utf8'))
    loaded.add(first.file)
    if (!first.file.endsWith('.lua')) return { code }
    return { code: `export default ${JSON.stringify(compactLua(code))}`, moduleType: 'js' }
  }

  return {
    plugin: { name: 'mutant', enforce: 'pre', load: { order: 'pre', handler } },
    plant(edits) {
      const before = planted
      planted = edits
      loaded.clear()
      return before
    },
    pending: () => [...new Set(planted.map(({ file }) => file))].filter((file) => !loaded.has(file)),
  }
}
