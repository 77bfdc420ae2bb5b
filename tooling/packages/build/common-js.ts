import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * An ES module of the build as CommonJS, the same line by line: only how names come in and go out differs. That holds for
 * modules that import each other's constants, not in a circle, and nothing from outside.
 */
export function toCommonJs(code: string): string {
  const text = code
    .replace(/^import \{ (.*) \} from "(\.\/[\w-]+)\.js";$/gm, (_, names: string, file: string) => {
      return `const { ${names.replaceAll(' as ', ': ')} } = require("${file}.cjs");`
    })
    .replace(/^export \{ (.*) \};$/m, (_, names: string) => names.split(', ').map(assign).join(' '))
  if (/^(import|export)\b/m.test(text)) throw new Error(`Cannot make CommonJS of\n${code}`)
  return `"use strict"; ${text}`
}

function assign(name: string): string {
  const [local, exported = local] = name.split(' as ')
  return `exports.${exported} = ${local};`
}

/** A plugin for the build, which puts beside each ES module and its types the same for CommonJS. */
export const commonJs = {
  name: 'common-js',
  async writeBundle({ dir = '.' }: { dir?: string }): Promise<void> {
    for (const name of await readdir(dir)) {
      const [, stem, extension] = /^(.+?)\.(d\.ts|js)$/.exec(name) ?? []
      if (stem === undefined) continue
      const text = await readFile(join(dir, name), 'utf8')
      if (extension === 'js') await writeFile(join(dir, `${stem}.cjs`), toCommonJs(text))
      else await writeFile(join(dir, `${stem}.d.cts`), text)
    }
  },
}
