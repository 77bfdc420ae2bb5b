// `pnpm release`: publishes each version that the registry has not got, after the pull request that made it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from '../../failures/command-line.ts'
import { run } from '../command.ts'
import { root } from '../workspace.ts'
import { nameRepository } from './repository.ts'

const { values } = commandLine(
  `Usage: pnpm release [--dry-run]

Packs each package whose version is not in npm's registry, publishes it, core first, and tags the commit. On GitHub, where
\`id-token: write\` allows it, with provenance. \`NPM_TOKEN\` is the right to publish; without, npm's own settings count.

  --dry-run  packs, and says what would be published
  --help     prints this`,
  { 'dry-run': { type: 'boolean' } },
)

interface Plan {
  readonly plan: readonly (readonly Release[])[]
}
interface Release {
  readonly kind: string
  readonly name: string
  readonly version: string
  readonly access?: string
  readonly tag?: string
  readonly tarball?: { readonly path: string }
}

const cwd = process.cwd()
const { GITHUB_ACTIONS, GITHUB_REPOSITORY, GITHUB_SERVER_URL, NPM_TOKEN } = process.env
const changeset = (...args: string[]) =>
  run(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), ...args], {
    cwd,
    timeout: 120_000,
  })

if (GITHUB_REPOSITORY) nameRepository(cwd, `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`)
const folder = mkdtempSync(join(tmpdir(), 'rl-release-'))
try {
  await changeset('pack', '--out-dir', folder)
  const { plan }: Plan = JSON.parse(readFileSync(join(folder, 'publish-plan.json'), 'utf8'))
  const releases = plan.flat().filter(({ kind }) => kind === 'publish')
  for (const release of releases) await publish(release)
  if (releases.length === 0) console.log('Nothing is new')
  else if (!values['dry-run']) await changeset('git-tag')
} finally {
  rmSync(folder, { recursive: true })
}

async function publish({
  name,
  version,
  access = 'public',
  tag = 'latest',
  tarball,
}: Release): Promise<void> {
  if (!tarball) throw new Error(`${name} was not packed`)
  const provenance = GITHUB_ACTIONS && !values['dry-run'] ? ['--provenance'] : []
  const dry = values['dry-run'] ? ['--dry-run'] : []
  const args = [
    'publish',
    join(folder, tarball.path),
    '--access',
    access,
    '--tag',
    tag,
    ...provenance,
    ...dry,
  ]
  await run('npm', args, { cwd, env: { ...process.env, ...(await rightToPublish()) }, timeout: 120_000 })
  console.log(`${values['dry-run'] ? 'Would publish' : 'Published'} ${name}@${version}`)
}

/** npm takes a token by the registry's address, which is known only here. */
async function rightToPublish(): Promise<Record<string, string>> {
  if (!NPM_TOKEN) return {}
  const registry = (await run('npm', ['config', 'get', 'registry'], { cwd })).trim()
  return { [`npm_config_${registry.replace(/^https?:/, '')}:_authToken`]: NPM_TOKEN }
}
