import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build, defaultServerConditions } from 'vite'
import { lua } from '../../../tooling/lua.ts'

const conditions = ['@rl/source', ...defaultServerConditions]

/** A program of the tests and all it imports as one file that plain Node can run. */
export async function bundle(entry: string): Promise<{ file: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'rl-bundle-'))
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [lua],
    resolve: { conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    build: { ssr: entry, outDir: dir, emptyOutDir: true, minify: false },
  })
  const file = join(dir, `${basename(entry, '.ts')}.js`)
  return { file, remove: () => rm(dir, { recursive: true, force: true }) }
}
