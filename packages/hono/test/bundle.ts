import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { lua } from '../../../tooling/lua.ts'

/** A program in one file, since a runtime other than Node can import neither `.lua` nor this workspace's sources. */
export async function bundle(entry: string): Promise<{ readonly file: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'rl-hono-'))
  const conditions = ['@rl/source']
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [lua],
    ssr: { noExternal: true, resolve: { conditions } },
    build: {
      ssr: resolve(import.meta.dirname, entry),
      outDir: dir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  return { file: join(dir, 'program.mjs'), remove: () => rm(dir, { recursive: true }) }
}
