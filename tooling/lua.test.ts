import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compactLua, lua } from './lua.ts'

// The tools run on the pinned Node, whichever one runs the tests.
const node = resolve('node_modules/node/bin/node')
const tsdown = resolve('node_modules/tsdown/dist/run.mjs')

const source = `-- What it is.
local a = redis.call('GET', KEYS[1]) -- why

  -- indented
\tif t[u[1]] then
    return '-- a'
  end
`
const compacted = `local a = redis.call('GET', KEYS[1]) -- why
if t[u[1]] then
return '-- a'
end`

describe('a .lua file', () => {
  it('is imported as text without whole-line comments, indentation and blank lines', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'rl-lua-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const file = join(dir, 'x.lua')
    writeFileSync(file, source)
    expect((await lua.load(file))?.code).toBe(`export default ${JSON.stringify(compacted)}`)
    expect(await lua.load(join(dir, 'x.ts'))).toBe(undefined)
  })

  it('is refused when it has a comment or string that spans lines', () => {
    expect(() => compactLua('--[[ a\n b ]]')).toThrow(/long bracket/)
    expect(() => compactLua('local s = [==[ a ]==]')).toThrow(/long bracket/)
  })

  it('has the same text in the build', { timeout: 60_000 }, () => {
    const dir = mkdtempSync(join(tmpdir(), 'rl-lua-build-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    writeFileSync(join(dir, 'package.json'), '{ "name": "lua-build", "type": "module" }')
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ extends: resolve('tsconfig.base.json') }))
    mkdirSync(join(dir, 'src'))
    writeFileSync(join(dir, 'src', 'x.lua'), source)
    const entry = "import text from './x.lua'\nexport const script: string = text\n"
    writeFileSync(join(dir, 'src', 'index.ts'), entry)
    const built = spawnSync(node, [tsdown, '--config', resolve('tsdown.config.ts')], {
      cwd: dir,
      encoding: 'utf8',
    })
    expect(built.stderr + built.stdout).toContain('Build complete')
    const print = "import('./dist/index.js').then((m) => process.stdout.write(m.script))"
    expect(spawnSync(node, ['-e', print], { cwd: dir, encoding: 'utf8' }).stdout).toBe(compacted)
  })
})
