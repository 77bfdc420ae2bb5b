import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, defaultServerConditions } from 'vite'
import { lua } from '../../../../tooling/lua.ts'
import type { Order, Report } from './worker.ts'

/** The worker as one file that plain Node can run. */
export async function bundleWorker(): Promise<{ file: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'rl-atomicity-'))
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [lua],
    resolve: { conditions: ['@rl/source', ...defaultServerConditions] },
    ssr: { noExternal: true, resolve: { conditions: ['@rl/source', ...defaultServerConditions] } },
    build: { ssr: resolve(import.meta.dirname, 'worker.ts'), outDir: dir, emptyOutDir: true, minify: false },
  })
  return { file: join(dir, 'worker.js'), remove: () => rm(dir, { recursive: true, force: true }) }
}

async function message(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the worker ended with ${code} before it answered`)
  })
  const [answer] = await Promise.race([once(child, 'message'), ended])
  return answer
}

/** Runs the order in so many processes, which begin together. */
export async function runWorkers(file: string, processes: number, order: Order): Promise<readonly Report[]> {
  const children = Array.from({ length: processes }, () =>
    fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  try {
    const ready = children.map(message)
    for (const child of children) child.send(order)
    await Promise.all(ready)
    const reports = children.map(message)
    for (const child of children) child.send('go')
    return (await Promise.all(reports)) as Report[]
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}
