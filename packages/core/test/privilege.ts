import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
const PAGES = [
  'README.md',
  ...inDocs.filter((file) => file.endsWith('.md')).map((file) => join('docs', file)),
]

/** What a limiter's user needs, as the documentation says. */
const [, RULES = ''] =
  /^ACL SETUSER limiter on >secret ([\s\S]*?)```/m.exec(
    PAGES.map((page) => readFileSync(page, 'utf8')).join('\n'),
  ) ?? []

export const COMMANDS: readonly string[] = [...RULES.matchAll(/\+(\S+)/g)].map(([, command]) => command!)

export const LOGIN = { username: 'limiter', password: 'secret' }

/** The arguments of ACL SETUSER for a limiter's user who may run these commands on the keys of `app:`. */
export const allowed = (commands: readonly string[]): [string, ...string[]] => [
  LOGIN.username,
  ...['reset', 'on', `>${LOGIN.password}`, '~app:rl1:*', '-@all'],
  ...commands.map((command) => `+${command}`),
]
