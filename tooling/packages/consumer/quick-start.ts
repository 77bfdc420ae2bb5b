import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.ts'

function find(folder: string, what: string, form: RegExp): string {
  const readme = readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8')
  const [, found] = form.exec(readme) ?? []
  if (found === undefined) throw new Error(`The README of ${folder} has no ${what}`)
  return found
}

/** The quick start of a package's README: the first program after its heading. */
export const quickStart = (folder: string): string =>
  find(folder, 'quick start', /^## Quick start\n[\s\S]*?```ts\n([\s\S]*?)```/m)

/** The packages that its README says to install. */
export const installed = (folder: string): string[] =>
  find(folder, 'line that installs it', /^npm install (.+?) *(?:#|$)/m).split(' ')
