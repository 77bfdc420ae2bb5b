import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsdown'
import { lua } from './tooling/lua.ts'
import { chunkOf } from './tooling/packages/build/chunks.ts'
import { commonJs } from './tooling/packages/build/common-js.ts'
import { declarations } from './tooling/packages/build/declarations.ts'
import { lineMaps } from './tooling/packages/build/line-maps.ts'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
/** What imports nothing from outside is CommonJS by other first and last lines. */
const alone = dependencies === undefined

/** Every package builds with this one file: `tsdown --config ../../tsdown.config.ts`. */
export default defineConfig({
  cwd: process.cwd(), // the package, not this folder
  entry: ['src/index.ts'],
  format: alone ? ['esm'] : ['esm', 'cjs'],
  dts: { sourcemap: false },
  platform: 'neutral',
  target: 'node20',
  plugins: [lua, lineMaps, ...(alone ? [commonJs] : []), declarations],
  sourcemap: true,
  inputOptions: { preserveEntrySignatures: 'allow-extension' },
  outputOptions: {
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkOf, debugName: 'folders' }],
    },
    // The comments are in the declarations, where an editor shows them.
    comments: { annotation: true, jsdoc: false, legal: false },
    minifyInternalExports: false,
    strict: true,
  },
  outExtensions: ({ format }) =>
    format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' },
})
