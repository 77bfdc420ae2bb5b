import { attempt } from '../command.ts'
import { type Compiler, compile, type Mode } from './compiling.ts'
import type { Installation } from './installation.ts'
import { nodeBinary } from './nodes.ts'
import { EXPECTED } from './programs.ts'
import type { Setup } from './setups.ts'

/** What is wrong, and what was said of it. */
export type Problem = readonly [what: string, said: string]

/** The manager had no remark about peers, and there is one copy of core and of each framework. */
export async function checkTree(setup: Setup, installation: Installation): Promise<Problem[]> {
  const problems: Problem[] = []
  const { said } = installation
  if (/ERESOLVE|\bpeer|unmet|invalid/i.test(said)) problems.push(['a remark about peers', said])
  for (const name of ['@rl/core', setup.client, ...setup.adapters]) {
    const copies = await installation.copies(name)
    if (copies !== 1) problems.push([`${name} is there ${copies} times`, said])
  }
  return problems
}

/** The programs compile, with all declarations checked. */
export async function checkTypes(folder: Installation, compiler: Compiler, mode: Mode): Promise<Problem[]> {
  const errors = await compile(folder, compiler, mode)
  return errors.length > 0 ? [[`TypeScript ${compiler}, ${mode}`, errors.join('\n')]] : []
}

/** What the compiler made of the programs, as ES modules, as CommonJS, and by the old `module: commonjs`. */
export const emitted = { mjs: 'nodenext', cjs: 'nodenext', js: 'commonjs' } as const

/** What was compiled runs on a release of Node, on a real Redis: two requests pass and one does not. */
export async function checkRuns(
  { adapters }: Setup,
  folder: Installation,
  redis: string,
  version: string,
  kinds: readonly (keyof typeof emitted)[],
): Promise<Problem[]> {
  const node = await nodeBinary(version)
  const problems: Problem[] = []
  for (const adapter of adapters)
    for (const kind of kinds) {
      const program = `${emitted[kind]}/${adapter}.${kind}`
      const said = await runProgram([node, program], folder, redis)
      if (said !== EXPECTED) problems.push([`${program} on Node ${version}`, said])
    }
  return problems
}

/** Runs a program that counts in keys of its own. */
export async function runProgram(
  [command = '', ...args]: readonly string[],
  { dir }: Pick<Installation, 'dir'>,
  redis: string,
): Promise<string> {
  const env = { ...process.env, REDIS_URL: redis, PREFIX: `install:${crypto.randomUUID()}:` }
  const { output } = await attempt(command, args, { cwd: dir, env, timeout: 60_000 })
  return output.trim()
}
