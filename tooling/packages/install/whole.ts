import { checkRuns, checkTree, checkTypes, type Problem } from './checks.ts'
import { type Installation, install } from './installation.ts'
import { nodeVersions } from './nodes.ts'
import { checkOtherRuntimes, checkTestRunners, checkWorkerd } from './runtimes.ts'
import { everySetup, type Setup } from './setups.ts'

type Tarballs = ReadonlyMap<string, string>

// What is alike for both managers is shared between them: it is TypeScript 5.9 that takes long.
const plans = {
  npm: {
    types: {
      '7': ['nodenext', 'commonjs', 'node16', 'bundler'],
      '5.9': ['commonjs', 'node16', 'withoutInterop'],
    },
    nodes: nodeVersions,
  },
  pnpm: {
    types: { '7': ['nodenext', 'commonjs'], '5.9': ['nodenext', 'bundler'] },
    nodes: nodeVersions.filter((_, at, { length }) => at === 0 || at === length - 1),
  },
} as const

/** One installation with all that belongs to it. */
export async function trySetup(setup: Setup, tarballs: Tarballs, redis: string): Promise<Problem[]> {
  const { types, nodes } = plans[setup.manager]
  return installed(setup, tarballs, async (folder) => {
    const problems = await checkTree(setup, folder)
    // TypeScript 7 last, so that it is its programs that run.
    for (const mode of types['5.9']) problems.push(...(await checkTypes(folder, '5.9', mode)))
    for (const mode of types['7']) problems.push(...(await checkTypes(folder, '7', mode)))
    for (const version of nodes)
      problems.push(...(await checkRuns(setup, folder, redis, version, ['mjs', 'cjs', 'js'])))
    return problems
  })
}

/** The newest Hono, wherever else it runs. */
export async function tryEverywhere(tarballs: Tarballs, redis: string): Promise<Problem[]> {
  const setup = everySetup().findLast(
    ({ adapters, manager }) => adapters.includes('hono') && manager === 'npm',
  )!
  return installed(setup, tarballs, async (folder) => [
    ...(await checkTypes(folder, '7', 'nodenext')),
    ...(await checkOtherRuntimes(folder, redis)),
    ...(await checkWorkerd(folder)),
    ...(await checkTestRunners(folder)),
  ])
}

async function installed(
  setup: Setup,
  tarballs: Tarballs,
  use: (folder: Installation) => Promise<Problem[]>,
): Promise<Problem[]> {
  const folder = await install(setup, tarballs)
  return use(folder).finally(folder.remove)
}
