import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { adapters, packAll } from '../workspace.ts'
import { checkRuns, checkTree, checkTypes } from './checks.ts'
import { compilers } from './compiling.ts'
import { type Installation, install } from './installation.ts'
import { compilerMistakes, mistakes } from './mistakes.ts'
import { shortSetups, title } from './setups.ts'

const [oldest, newest] = shortSetups()
const folder = mkdtempSync(join(tmpdir(), 'rl-packed-'))
const packed = packAll(folder)
afterAll(() => rmSync(folder, { recursive: true }))

const chosen = [
  { setup: oldest!, compiler: '5.9', node: '20.0.0', wrong: [] },
  { setup: newest!, compiler: '7', node: '26.10.0', wrong: mistakes },
] as const

it('each adapter is tried', () => {
  expect(oldest?.adapters.toSorted()).toEqual(adapters)
})

// Both at once: much of an installation is waiting.
const installing = new Map(
  chosen.map(({ setup }) => {
    const installation = packed.then((tarballs) => install(setup, tarballs))
    installation.catch(() => {}) // whoever waits for it is told
    return [setup, installation]
  }),
)
afterAll(async () => {
  for (const one of await Promise.allSettled(installing.values()))
    if (one.status === 'fulfilled') await one.value.remove()
})

/** The short form of `pnpm test:install`: the oldest and the newest of everything. */
for (const { setup, compiler, node, wrong } of chosen) {
  describe(`C084 ${title(setup)}, with TypeScript ${compiler} and Node ${node}`, () => {
    let installation: Installation

    beforeAll(async () => {
      installation = await installing.get(setup)!
    }, 180_000)

    it('C086 are installed without a remark, one copy of each', async () => {
      expect(await checkTree(setup, installation)).toEqual([])
    }, 180_000)

    it('C085 serve programs that compile with no cast and with all declarations checked', async () => {
      expect(await checkTypes(installation, compiler, 'nodenext')).toEqual([])
    }, 180_000)

    it('and that limit, as ES modules and as CommonJS', async () => {
      const redis = `redis://127.0.0.1:${inject('redisPort')}`
      expect(await checkRuns(setup, installation, redis, node, ['mjs', 'cjs'])).toEqual([])
    }, 180_000)

    it('and the ordinary errors of the compiler for what is not there', async () => {
      const files = compilerMistakes.map((_, index) => `wrong/${index}.mts`)
      for (const [index, file] of files.entries()) await installation.write(file, compilerMistakes[index]![0])
      const options = ['--module', 'nodenext', '--noEmit', '--pretty', 'false', '--ignoreConfig']
      const { output } = await installation.node([compilers['7'], ...options, ...files])
      for (const [, said] of compilerMistakes) expect(output).toMatch(said)
    }, 180_000)

    for (const { title, file, program, said } of wrong)
      it(title, async () => {
        await installation.write(file, program)
        expect((await installation.node([file])).output).toMatch(said)
      })
  })
}
