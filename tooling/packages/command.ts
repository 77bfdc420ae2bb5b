import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/** This process's, with its own Node first: npm and scripts run by whichever they find. */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: dirname(process.execPath) + delimiter + process.env.PATH,
}

interface Place {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  /** Ends it after so long, ms; half a minute. */
  readonly timeout?: number
}

/** What a command printed, on both streams. */
export interface Ran {
  readonly code: number
  readonly output: string
}

/** Runs a command to its end, whatever that is. */
export function attempt(command: string, args: readonly string[], place: Place): Promise<Ran> {
  const { cwd, env = environment, timeout = 30_000 } = place
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

/** Runs a command that must succeed, and answers what it printed. */
export async function run(command: string, args: readonly string[], place: Place): Promise<string> {
  const { code, output } = await attempt(command, args, place)
  if (code !== 0)
    throw new Error(`${[command, ...args].join(' ')} in ${place.cwd} ended with ${code}:\n${output}`)
  return output
}
