import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

it('types stand beside those of another plugin for `config.rateLimit`, declarations checked', () => {
  const cwd = resolve(import.meta.dirname, '../../..')
  const project = resolve(import.meta.dirname, 'types')
  const run = () => execFileSync('node_modules/.bin/tsc', ['-p', project], { cwd, encoding: 'utf8' })
  expect(run()).toBe('')
})
