import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'

export interface Launched {
  readonly pid: number
  /** Kills the process and removes its folder; resolves when both are gone. */
  stop(): Promise<void>
}

export interface LaunchOptions {
  /** The folder the process owns; removed with it. */
  dir: string
  /** Printed by the process when it serves. */
  ready: RegExp
}

/** Starts a server that cannot outlive this process, and resolves once it printed that it is ready. */
export async function launch(command: string, args: string[], options: LaunchOptions): Promise<Launched> {
  const child = spawn(command, args, { cwd: options.dir, stdio: ['ignore', 'pipe', 'pipe'] })
  const spawned = once(child, 'spawn')
  spawned.catch(() => {})
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  try {
    await spawned
    const guard = guardian(child.pid as number, options.dir)
    const stop = async () => {
      child.kill('SIGKILL')
      await exited
      await rm(options.dir, { recursive: true, force: true })
      guard.kill('SIGKILL') // last: it must clean up if we are ended in the lines above
    }
    await printed(child, options.ready).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return { pid: child.pid as number, stop }
  } catch (cause) {
    await rm(options.dir, { recursive: true, force: true })
    throw new Error(`Could not start ${command} ${args.join(' ')}`, { cause })
  }
}

/** Waits on a pipe from us: however this process ends, the pipe closes and the server goes too. */
function guardian(pid: number, dir: string): ChildProcess {
  const script = 'read _; kill -9 "$1" 2>/dev/null; rm -rf "$2"'
  const guard = spawn('sh', ['-c', script, 'guardian', String(pid), dir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  const pipe = guard.stdin as typeof guard.stdin & { unref?(): void }
  pipe.unref?.()
  return guard
}

function printed(child: ChildProcess, ready: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`Not ready after 15 s:\n${output}`)), 15_000)
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-4_000) // and the pipe must be drained for as long as the server lives
      if (ready.test(output)) done(resolve)
    }
    const done = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => done(() => reject(new Error(`Exited with ${code}:\n${output}`))))
  })
}
