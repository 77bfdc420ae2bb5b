import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../command.ts'

/** The releases of Node that are tried, the oldest that is supported first. */
export const nodeVersions = ['20.0.0', '22.23.3', '24.21.0', '26.10.0'] as const

/** The binary of a release, from the package `node`; it is kept for the next time. */
export async function nodeBinary(version: string): Promise<string> {
  if (process.versions.node === version) return process.execPath
  const dir = join(tmpdir(), 'rl-nodes', version)
  const binary = join(dir, 'node_modules/node/bin/node')
  if (existsSync(binary)) return binary
  await mkdir(dir, { recursive: true })
  const args = ['install', `node@${version}`, '--no-audit', '--no-fund', '--no-save', '--prefix', dir]
  await run('npm', args, { cwd: dir, timeout: 120_000 })
  return binary
}
