import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { read, root } from './pages.ts'

const { scripts } = JSON.parse(read('package.json'))
const { devDependencies } = JSON.parse(read('tooling/docs/package.json'))

/** What is wrong with a line of a `sh` block, or nothing. */
export function checkCommand(line: string): string {
  const [, command = ''] = /^([^#]*?)(\s+#.*|\s*&)?$/.exec(line.replace(/\s+#.*$/, '')) ?? []
  const [tool, verb = '', ...rest] = command.trim().split(/\s+/)
  if (tool === undefined || tool === '') return ''
  if (tool === 'npm' && verb === 'install') return unknown(rest, (name) => name in devDependencies)
  if (tool === 'npm' && (verb === 'start' || verb === 'test')) return ''
  if (tool === 'pnpm' && verb === 'exec')
    return unknown(rest.slice(0, 1), (name) => existsSync(resolve(root, 'node_modules/.bin', name)))
  if (tool === 'pnpm') return unknown([verb.startsWith('-') ? rest[0]! : verb], (name) => name in scripts)
  return `nobody knows how to check \`${line}\``
}

const unknown = (names: readonly string[], known: (name: string) => boolean): string =>
  names
    .filter((name) => !known(name))
    .map((name) => `${name} does not exist`)
    .join()
