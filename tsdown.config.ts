import { defineConfig } from 'tsdown'
import { lua } from './tooling/lua.ts'
import { declarations } from './tooling/packages/build/declarations.ts'
import { lineMaps } from './tooling/packages/build/line-maps.ts'

/** Every package builds with this one file: `tsdown --config ../../tsdown.config.ts`. */
export default defineConfig({
  cwd: process.cwd(), // the package, not this folder
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  dts: { sourcemap: false },
  platform: 'neutral',
  target: 'node20',
  plugins: [lua, lineMaps, declarations],
  sourcemap: true,
  // The comments are in the declarations, where an editor shows them.
  outputOptions: { comments: { annotation: true, jsdoc: false, legal: false } },
  outExtensions: ({ format }) =>
    format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' },
})
