import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../command.ts'
import { emptyFolder, type Folder } from '../consumer/folder.ts'
import { pnpm } from '../workspace.ts'
import { ownProgram, program } from './programs.ts'
import type { Setup } from './setups.ts'

export interface Installation extends Folder {
  /** What the package manager said. */
  readonly said: string
  /** How many copies there are of an installed package. */
  copies(name: string): Promise<number>
}

/** Installs as a user would, from tarballs: the adapters, never core, which is no dependency of theirs to name. */
export async function install(setup: Setup, tarballs: ReadonlyMap<string, string>): Promise<Installation> {
  const { adapters, manager, packages, client } = setup
  const folder = await emptyFolder()
  const ours = Object.fromEntries(adapters.map((name) => [`@rl/${name}`, `file:${tarballs.get(name)}`]))
  const core = { '@rl/core': `file:${tarballs.get('core')}` } // else it would be looked for in the registry
  const manifest = { private: true, dependencies: { ...ours, ...packages } }
  await folder.write(
    'package.json',
    JSON.stringify(manager === 'npm' ? { ...manifest, overrides: core } : manifest),
  )
  for (const adapter of adapters) await folder.write(`own/${adapter}.ts`, ownProgram(adapter))
  for (const adapter of adapters)
    for (const extension of ['mts', 'cts', 'ts'])
      await folder.write(`${adapter}.${extension}`, program(adapter, client))

  if (manager === 'npm') {
    const said = await folder.npm('install', '--prefer-offline')
    const copies = async (name: string) =>
      globSync(`{node_modules,node_modules/**/node_modules}/${name}/package.json`, { cwd: folder.dir }).length
    return { ...folder, said, copies }
  }
  // Nothing is hoisted: who imports what it does not declare fails. A peer that does not fit is an error.
  const settings = { hoist: false, autoInstallPeers: false, strictPeerDependencies: true, overrides: core }
  await folder.write('pnpm-workspace.yaml', JSON.stringify(settings))
  const args = [...pnpm, 'install', '--prefer-offline', '--reporter=append-only']
  const said = await run('npx', args, { cwd: folder.dir, timeout: 120_000 })
  const installed = readdirSync(join(folder.dir, 'node_modules/.pnpm'))
  const copies = async (name: string) =>
    installed.filter((entry) => entry.startsWith(`${name.replace('/', '+')}@`)).length
  return { ...folder, said, copies }
}
