import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../workspace.ts'
import { toCommonJs } from './common-js.ts'

it('changes how names come in and go out, and no line', () => {
  const module = `import { a, b as c } from "./letters.js";
const d = a + c;
export { d, a as default };

//# sourceMappingURL=index.js.map`
  expect(toCommonJs(module)).toBe(`"use strict"; const { a, b: c } = require("./letters.cjs");
const d = a + c;
exports.d = d; exports.default = a;

//# sourceMappingURL=index.js.map`)
})

it.each([
  'import a from "./letters.js";',
  'import * as letters from "./letters.js";',
  'import { a } from "letters";',
  'export * from "./letters.js";',
  'export { a } from "./letters.js";',
  'export const a = 1;',
])('refuses what is more than names: %s', (line) => {
  expect(() => toCommonJs(`${line}\n`)).toThrow('Cannot make CommonJS of')
})

it('gives core the same names in both kinds of module', async () => {
  const dist = join(root, 'packages/core/dist')
  const required = createRequire(import.meta.url)(join(dist, 'index.cjs'))
  const imported = await import(join(dist, 'index.js'))
  expect(Object.keys(required).sort()).toEqual(Object.keys(imported).sort())
  for (const value of Object.values(required)) expect(typeof value).toBe('function')
})
