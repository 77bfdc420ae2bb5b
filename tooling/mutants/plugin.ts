import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { compactLua } from '../lua.ts'
import { type Edit, plant } from './fault.ts'

export interface Planting {
  readonly plugin: Plugin
  /** The files that nobody has loaded yet, and so nobody has tested. */
  readonly pending: ReadonlySet<string>
}

/** Makes edits in what is loaded; the files themselves stay as they are. */
export function planting(all: readonly Edit[]): Planting {
  const pending = new Set(all.map(({ file }) => file))
  async function handler(id: string): Promise<{ code: string; moduleType?: 'js' } | undefined> {
    const [path] = id.split('?')
    const edits = all.filter(({ file }) => resolve(file) === path)
    const [first] = edits
    if (first === undefined) return undefined
    const code = edits.reduce((text, edit) => plant(edit, text), await readFile(first.file, 'utf8'))
    pending.delete(first.file)
    if (!first.file.endsWith('.lua')) return { code }
    return { code: `export default ${JSON.stringify(compactLua(code))}`, moduleType: 'js' }
  }
  return { plugin: { name: 'mutant', enforce: 'pre', load: { order: 'pre', handler } }, pending }
}
