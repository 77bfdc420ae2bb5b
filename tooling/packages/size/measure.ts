import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { root } from '../workspace.ts'
import type { Budget } from './budgets.ts'

export interface Size {
  readonly minified: number
  readonly gzip: number
  readonly brotli: number
}

/** Bundles what is built, as an application would, and weighs it. What the package imports from others is left out. */
export async function measure({ folder, names }: Pick<Budget, 'folder' | 'names'>): Promise<Size> {
  const file = join(root, 'packages', folder, 'dist/index.js')
  const imports = names ? `{ ${names.join(', ')} }` : '*'
  const entry = '\0program'
  const bundle = await rolldown({
    input: entry,
    platform: 'neutral',
    external: (id) => !/^[./]/.test(id) && id !== entry,
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `export ${imports} from ${JSON.stringify(file)}` : undefined),
      },
    ],
  })
  try {
    const { output } = await bundle.generate({ format: 'esm', minify: true })
    const code = Buffer.from(output[0].code)
    const gzip = gzipSync(code, { level: 9 }).length
    return { minified: code.length, gzip, brotli: brotliCompressSync(code).length }
  } finally {
    await bundle.close()
  }
}
