import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { root } from '../workspace.ts'

/** The quick start of a package's README: the first program after its heading. */
export function quickStart(folder: string): string {
  const readme = readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8')
  const [, block] = /^## Quick start\n[\s\S]*?```ts\n([\s\S]*?)```/m.exec(readme) ?? []
  if (block === undefined) throw new Error(`The README of ${folder} has no quick start`)
  return block
}

/** The packages that a program imports, which is what its reader installs. */
export function importsOf(program: string): string[] {
  const named = [...program.matchAll(/^(?:import|export) [^'"]*?['"]([^.'"][^'"]*)['"]/gm)].map(
    ([, name = '']) => name,
  )
  const packages = named.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(packages)].filter((name) => !isBuiltin(name))
}
