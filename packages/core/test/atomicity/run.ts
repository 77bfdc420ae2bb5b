import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Order, Report } from './worker.ts'

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
