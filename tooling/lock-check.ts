// pnpm leaves an optional dependency that the registry does not serve out of the lock without a word, and the
// lock then breaks on the platform that needs it. Every platform build that a package names must be in the lock.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const store = 'node_modules/.pnpm'
const lock = readFileSync('pnpm-lock.yaml', 'utf8')
let named = 0
let missing = 0

for (const folder of installed()) {
  const file = join(folder, 'package.json')
  if (lstatSync(folder).isSymbolicLink() || !existsSync(file)) continue
  const { name, version, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
  for (const [dependency, range] of Object.entries(optionalDependencies)) {
    named++
    if (lock.includes(`\n  '${dependency}@`) || lock.includes(`\n  ${dependency}@`)) continue
    missing++
    console.error(`MISSING ${name}@${version} -> ${dependency} ${range}`)
  }
}

console.log(`lock: ${named} optional dependencies named, missing ${missing}`)
if (named === 0 || missing > 0) process.exitCode = 1

function* installed(): Generator<string> {
  for (const entry of readdirSync(store)) {
    const modules = join(store, entry, 'node_modules')
    if (!existsSync(modules)) continue
    for (const name of readdirSync(modules)) {
      if (!name.startsWith('@')) yield join(modules, name)
      else for (const scoped of readdirSync(join(modules, name))) yield join(modules, name, scoped)
    }
  }
}
