import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { attempt } from '../command.ts'
import { root } from '../workspace.ts'
import { byLines } from './line-maps.ts'

it('keeps the first place of each line, and no text of the sources', () => {
  const map = {
    version: 3,
    sources: ['a.ts'],
    sourcesContent: ['x'],
    names: ['n'],
    mappings: 'AAAAA,CAAC;;EACC,EAAE;AACJ',
  }
  expect(byLines(map)).toEqual({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA;;AACA;AACA' })
})

it.each([
  ['index.js', 'import'],
  ['index.cjs', 'require'],
])('a trace through dist/%s names the line of the source', async (file, way) => {
  const path = JSON.stringify(join(root, 'packages/core/dist', file))
  const program = way === 'import' ? `import * as rl from ${path}` : `const rl = require(${path})`
  const { output } = await attempt(
    process.execPath,
    [
      '--enable-source-maps',
      `--input-type=${way === 'import' ? 'module' : 'commonjs'}`,
      '-e',
      `${program}\nrl.tokenBucket({})`,
    ],
    { cwd: root },
  )
  const [, source = '', line] = /\(?(\S+token-bucket\.ts):(\d+):\d+/.exec(output) ?? []
  expect(source).toContain('packages/core/src/algorithms/token-bucket/token-bucket.ts')
  const lines = readFileSync(source.replace('file://', ''), 'utf8').split('\n')
  expect(lines[Number(line) - 1]).toContain("checkPositive('capacity'")
})
