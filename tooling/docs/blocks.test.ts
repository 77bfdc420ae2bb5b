import { execFile, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'
import { checkCommand } from './commands.ts'
import { pages, read, root } from './pages.ts'
import { allPrograms, removePrograms, writePrograms } from './programs.ts'
import { startServers } from './servers.ts'

const run = promisify(execFile)
const programs = allPrograms()
const project = writePrograms(programs)
const byPage = Array.from(new Set(programs.map(({ page }) => page)), (page) => ({
  page,
  files: programs.filter((program) => program.page === page).map(({ file }) => file),
}))
const blocks = pages.flatMap((page) => blocksOf(page, read(page)).map((block) => ({ page, ...block })))

afterAll(removePrograms)

describe('the code of the documentation', () => {
  it('is one TypeScript program without an error', () => {
    const tsc = resolve(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  describe('runs as it stands', () => {
    // Two at a time, and again where one failed: a machine that is too busy for the programs' own deadlines is not what
    // they are about, and a page that is wrong is so each time.
    const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()]

    async function runPage({ page, files }: (typeof byPage)[number]): Promise<void> {
      const { env, stop } = await startServers(read(page))
      const args = ['--import', './tooling/source.ts', 'tooling/docs/run-page.ts', ...files]
      try {
        await run(process.execPath, args, {
          cwd: root,
          env: { PATH: process.env.PATH, ...env },
          timeout: 250_000,
        })
      } finally {
        await stop()
      }
    }

    it.concurrent.each(byPage)('$page', { timeout: 300_000, retry: 2 }, (page) => {
      const lane = byPage.indexOf(page) % lanes.length
      const turn = lanes[lane]!.then(() => runPage(page))
      lanes[lane] = turn.catch(() => {})
      return turn
    })
  })

  it('leaves out no block without a reason, and few with one', () => {
    expect(blocks.filter(({ kind, reason }) => kind === 'picture' && reason === undefined)).toEqual([])
    const left = blocks.filter(({ reason }) => reason !== undefined)
    expect(left.length).toBeLessThanOrEqual(8)
  })

  it('names commands and packages that exist', () => {
    const commands = blocks.filter(({ kind, reason }) => kind === 'sh' && reason === undefined)
    for (const { page, line, lines } of commands)
      for (const [at, command] of lines.entries())
        expect(checkCommand(command), `${page}:${line + at}`).toBe('')
  })
})
