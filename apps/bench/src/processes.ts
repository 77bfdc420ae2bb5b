import { execFile, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/** What is measured runs on one core and what loads it on another, so that neither takes the other's time. */
export type Core = 'measured' | 'load'

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0
const number = (core: Core): string => (core === 'measured' ? '0' : '1')

/** A command line that runs on that core where the system can pin a process, and anywhere where it cannot. */
export const pinned = (core: Core, command: string, args: readonly string[]): [string, string[]] =>
  canPin ? ['taskset', ['-c', number(core), command, ...args]] : [command, [...args]]

/** Keeps all threads of a running process on that core. */
export function pin(core: Core, pid: number): void {
  if (canPin) spawnSync('taskset', ['-acp', number(core), String(pid)])
}

const execute = promisify(execFile)

/** Runs a command to its end and answers what it printed; rejects when it fails. */
export async function run(core: Core, command: string, args: readonly string[]): Promise<string> {
  const [file, all] = pinned(core, command, args)
  const { stdout } = await execute(file, all, { timeout: 120_000, maxBuffer: 1 << 26 })
  return stdout
}
