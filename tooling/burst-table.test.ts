import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { burstTable } from './burst-table.ts'

it('docs/algorithms.md shows what each algorithm does with one burst (pnpm burst-table prints it)', async () => {
  const page = readFileSync('docs/algorithms.md', 'utf8')
  const [, shown] = /<!-- burst table -->\n([\s\S]*?)\n?<!-- \/burst table -->/.exec(page) ?? []
  expect(shown?.trim()).toBe(await burstTable())
})
