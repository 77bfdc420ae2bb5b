import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from './command.ts'

export const root = resolve(import.meta.dirname, '../..')

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly packageManager?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The folders of the packages that are published, in the order of their names. */
export const published: readonly string[] = readdirSync(join(root, 'packages'))
  .sort()
  .filter((folder) => !manifestIn(join(root, 'packages', folder)).private)

/** The packages that are published beside core, one for each framework. */
export const adapters: readonly string[] = published.filter((folder) => folder !== 'core')

/** Arguments for `npx`, which runs the pnpm of this repository. */
export const pnpm: readonly string[] = ['-y', manifestIn(root).packageManager ?? 'pnpm']

/** Packs each published package as it would be published; answers the tarballs by folder. */
export async function packAll(into: string, tree = root): Promise<ReadonlyMap<string, string>> {
  const filters = published.map((folder) => `--filter=./packages/${folder}`)
  const where = ['--pack-destination', into]
  await run('npx', [...pnpm, ...filters, '-r', 'pack', ...where], { cwd: tree, timeout: 60_000 })
  const tarball = (folder: string) => {
    const { name, version } = manifestIn(join(tree, 'packages', folder))
    return join(into, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  }
  return new Map(published.map((folder) => [folder, tarball(folder)]))
}
