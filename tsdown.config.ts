import { defineConfig } from 'tsdown'
import { lua } from './tooling/lua.ts'

/** Every package builds with this one file: `tsdown --config ../../tsdown.config.ts`. */
export default defineConfig({
  cwd: process.cwd(), // the package, not this folder
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  platform: 'neutral',
  target: 'node20',
  plugins: [lua],
  outExtensions: ({ format }) =>
    format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' },
})
