import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { burstTable } from './burst-table.ts'

it('the README shows what each algorithm does with one burst (pnpm burst-table prints it)', async () => {
  const readme = readFileSync('README.md', 'utf8')
  const [, shown] = /<!-- burst table -->\n([\s\S]*?)\n?<!-- \/burst table -->/.exec(readme) ?? []
  expect(shown?.trim()).toBe(await burstTable())
})
