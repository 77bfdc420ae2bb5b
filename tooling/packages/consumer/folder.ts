import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { attempt, environment, type Ran, run } from '../command.ts'

/** An empty folder of somebody who uses the packages. */
export interface Folder {
  readonly dir: string
  write(file: string, text: string): Promise<void>
  /** Runs npm, which must succeed. */
  npm(...args: string[]): Promise<string>
  /** Runs a program there, to its end. */
  node(args: readonly string[], node?: string): Promise<Ran>
  remove(): Promise<void>
}

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=warn']

/** Makes an empty folder; `npmrc` says where its npm looks. */
export async function emptyFolder(npmrc = '', cache?: string): Promise<Folder> {
  const dir = await mkdtemp(join(tmpdir(), 'rl-user-'))
  const env = { ...environment, ...(cache ? { npm_config_cache: cache } : {}) }
  async function write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await writeFile(join(dir, file), text)
  }
  if (npmrc) await write('.npmrc', npmrc)
  return {
    dir,
    write,
    npm: (...args) => run('npm', [...args, ...QUIET], { cwd: dir, env, timeout: 120_000 }),
    node: (args, node = process.execPath) => attempt(node, args, { cwd: dir, timeout: 60_000 }),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
