import { readFile } from 'node:fs/promises'

/** What Redis is sent: the script without whole-line comments, indentation and blank lines. `--word` lines mark places and stay. */
export function compactLua(source: string): string {
  // A long comment or string spans lines, and what looks like a comment or an indent in it is not one.
  if (/\[=*\[/.test(source)) throw new Error('Write short comments and strings in Lua: found a long bracket')
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^--(\s|$)/.test(line))
    .join('\n')
}

/** `import script from './x.lua'` gives the compacted text; the same plugin serves the build and the tests. */
export const lua = {
  name: 'lua',
  enforce: 'pre' as const,
  async load(id: string): Promise<{ code: string; moduleType: 'js' } | undefined> {
    const [file = ''] = id.split('?')
    if (!file.endsWith('.lua')) return undefined
    const text = compactLua(await readFile(file, 'utf8'))
    return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
  },
}
