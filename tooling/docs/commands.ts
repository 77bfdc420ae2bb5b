import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'
import { read, root } from './pages.ts'

const { scripts } = JSON.parse(read('package.json'))
const { devDependencies } = JSON.parse(read('tooling/docs/package.json'))
const apps = globSync('apps/*/src/main.ts', { cwd: root }).map((path) => path.split(/[\\/]/)[1]!)

/** What of these names does not exist. */
const unknown = (names: readonly string[], known: (name: string) => boolean): string =>
  names
    .filter((name) => !known(name))
    .map((name) => `${name} does not exist`)
    .join()

/** What comes before the flags. */
const named = (words: readonly string[]): readonly string[] =>
  words[0]?.startsWith('-') ? [] : words.slice(0, 1)

const isScript = (name: string): boolean => name in scripts

const COMMANDS: readonly [RegExp, (words: readonly string[]) => string][] = [
  [/^npm install /, (words) => unknown(words, (name) => name in devDependencies)],
  [/^npm start\b/, (words) => unknown(named(words), (name) => apps.includes(name))],
  [/^npm test\b/, () => ''],
  [/^npm run /, (words) => unknown(words.slice(0, 1), isScript)],
  [
    /^pnpm exec /,
    (words) => unknown(words.slice(0, 1), (name) => existsSync(resolve(root, 'node_modules/.bin', name))),
  ],
  [/^pnpm (--silent )?/, (words) => unknown(words.slice(0, 1), isScript)],
]

/** Programs of other people that a line may pipe into or from. */
const OTHERS = /^(zcat|jq) /

/** What is wrong with a line of a `sh` block, or nothing. */
export const checkCommand = (line: string): string =>
  line
    .replace(/\s+(#.*|&)$/, '')
    .split(' | ')
    .map((command) => (OTHERS.test(command.trim()) ? '' : checkOne(command.trim())))
    .join('')

function checkOne(command: string): string {
  if (command === '') return ''
  for (const [start, check] of COMMANDS) {
    if (start.test(command)) return check(command.replace(start, '').trim().split(/\s+/).filter(Boolean))
  }
  return `nobody knows how to check \`${command}\``
}
