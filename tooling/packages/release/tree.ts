import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, run } from '../command.ts'
import { manifestIn, pnpm, published, root } from '../workspace.ts'
import type { Registry } from './registry.ts'

export type Bump = 'patch' | 'minor' | 'major'

/** A copy of the repository, in which releases can be played. */
export interface Tree {
  readonly dir: string
  /** The version of each package, by folder. */
  versions(): Record<string, string>
  /** Changes packages, and says so in a changeset, as their author would. */
  change(changes: Readonly<Record<string, Bump>>): Promise<void>
  /** What the pull request of a release does: versions, changelogs, a commit. */
  version(): Promise<void>
  /** What follows its merge; answers what was said. */
  publish(): Promise<string>
  remove(): Promise<void>
}

// As on GitHub, but for the provenance, which only GitHub can vouch for.
const GITHUB = { GITHUB_ACTIONS: '', GITHUB_SERVER_URL: 'https://example.com', GITHUB_REPOSITORY: 'owner/rl' }
const CHANGESET = join(root, 'node_modules/@changesets/cli/bin.js')
const RELEASE = join(import.meta.dirname, 'main.ts')
const COPIED = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  '.gitignore',
  '.changeset',
  'packages',
  'LICENSE',
]

/** Copies what releases are made of, with what is built, as if nothing were released yet, and installs what that needs. */
export async function copyTree(registry: Registry): Promise<Tree> {
  const dir = await mkdtemp(join(tmpdir(), 'rl-release-'))
  const env = { ...environment, CI: 'true', ...GITHUB, NPM_TOKEN: 'local' }
  const here = { cwd: dir, env, timeout: 60_000 }
  const author = ['-c', 'user.name=release', '-c', 'user.email=release@localhost']
  const git = (...args: string[]) => run('git', [...author, ...args], here)

  const tracked = await run('git', ['ls-files', '-co', '--exclude-standard', ...COPIED], { cwd: root })
  const files = tracked.trimEnd().split('\n')
  const built = published.map((folder) => join('packages', folder, 'dist'))
  await Promise.all(
    [...files, ...built].map((file) => cp(join(root, file), join(dir, file), { recursive: true })),
  )
  for (const folder of published) await forgetReleases(join(dir, 'packages', folder))
  for (const file of await readdir(join(dir, '.changeset')))
    if (file.endsWith('.md')) await rm(join(dir, '.changeset', file))
  await git('init', '-q', '-b', 'main')
  await git('add', '.')
  await git('commit', '-qm', 'Start')
  const filters = published.map((folder) => `--filter=./packages/${folder}`)
  await run('npx', [...pnpm, ...filters, 'install', '--prod', '--frozen-lockfile', '--prefer-offline'], here)
  await writeFile(join(dir, '.npmrc'), `registry=${registry.url}\n`)

  return {
    dir,
    versions: () =>
      Object.fromEntries(
        published.map((folder) => [folder, manifestIn(join(dir, 'packages', folder)).version]),
      ),
    async change(changes) {
      for (const folder of Object.keys(changes))
        await appendFile(join(dir, 'packages', folder, 'README.md'), '\nChanged.\n')
      const lines = Object.entries(changes).map(([folder, bump]) => `'@rl/${folder}': ${bump}`)
      await writeFile(
        join(dir, '.changeset/a-change.md'),
        ['---', ...lines, '---', '', 'A change.', ''].join('\n'),
      )
      await git('add', '.changeset', 'packages')
      await git('commit', '-qm', 'A change')
    },
    async version() {
      await run(process.execPath, [CHANGESET, 'version'], here)
      await git('add', '.changeset', 'packages')
      await git('commit', '-qm', 'Release')
    },
    publish: () => run('npx', [...pnpm, 'exec', process.execPath, RELEASE], here),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** As before its first release, whatever was released since. */
async function forgetReleases(folder: string): Promise<void> {
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifestIn(folder), version: '0.0.0' }, null, 2),
  )
  await rm(join(folder, 'CHANGELOG.md'), { force: true })
}
