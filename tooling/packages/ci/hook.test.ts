import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { attempt, run } from '../command.ts'
import { root } from '../workspace.ts'

it('the pre-commit hook formats what is committed, and refuses what the linter refuses', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'rl-hook-'))
  try {
    mkdirSync(join(cwd, 'tooling'))
    const copied = ['lefthook.yml', 'biome.json', 'tooling/imports.json', '.gitignore', 'package.json']
    for (const file of copied) cpSync(join(root, file), join(cwd, file))
    symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'))
    const git = (...args: string[]) => run('git', args, { cwd })
    await git('init', '-q')
    const hook = () => attempt(join(root, 'node_modules/.bin/lefthook'), ['run', 'pre-commit'], { cwd })

    writeFileSync(join(cwd, 'tooling/odd.ts'), 'export const odd = "a"  ;\n')
    await git('add', 'tooling/odd.ts')
    expect((await hook()).code).toBe(0)
    expect(readFileSync(join(cwd, 'tooling/odd.ts'), 'utf8')).toBe(`export const odd = 'a'\n`)
    expect(await git('show', ':tooling/odd.ts')).toBe(`export const odd = 'a'\n`)

    writeFileSync(join(cwd, 'tooling/wrong.ts'), 'export default enum\n')
    await git('add', 'tooling/wrong.ts')
    expect((await hook()).code).not.toBe(0)
  } finally {
    rmSync(cwd, { recursive: true })
  }
})
