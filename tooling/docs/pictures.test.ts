import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { read, root } from './pages.ts'
import { pictures } from './pictures.ts'

it('the pictures of the algorithms are current (pnpm pictures draws them)', async () => {
  const drawn = await pictures()
  expect(globSync('docs/pictures/*', { cwd: root }).toSorted()).toEqual([...drawn.keys()].toSorted())
  for (const [path, svg] of drawn) expect(read(path), path).toBe(svg)
})
