import { expect, it } from 'vitest'
import { buildReference } from './reference.ts'

it('the reference builds without a warning: every exported name and member is documented', () => {
  expect(buildReference('--emit', 'none', '--logLevel', 'Warn')).toEqual({ status: 0, output: '' })
}, 120_000)
