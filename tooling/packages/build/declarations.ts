import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SHARED = "export * from './index.cjs'\n"

/**
 * A plugin for the build: ES modules take their types from the CommonJS ones, which are the same, so that a package
 * holds them once. Not where they import others, which may have other types for CommonJS.
 */
export const declarations = {
  name: 'declarations',
  async writeBundle({ dir = '.' }: { dir?: string }): Promise<void> {
    for (const name of await readdir(dir)) {
      if (!/\.d\.c?ts$/.test(name)) continue
      const file = join(dir, name)
      const text = (await readFile(file, 'utf8')).replace(/^\/\/# sourceMappingURL=.*\n?/m, '')
      const shared = name.endsWith('.d.ts') && !/ from ["']|\bas default\b/.test(text)
      await writeFile(file, shared ? SHARED : text)
    }
  },
}
