import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createRandom } from '../fuzz/random.ts'
import { judgeHistory } from './judge.ts'
import type { Report } from './process.ts'
import { startTrouble } from './trouble.ts'

export interface Chaos {
  readonly seed: number
  readonly troubles: Readonly<Record<string, number>>
  /** Decided by Redis, and alone. */
  readonly decisions: { readonly shared: number; readonly degraded: number }
  readonly faults: readonly string[]
  readonly worstMs: number
  readonly warnings: readonly number[]
  readonly heaps: readonly (readonly [number, number])[]
}

/** What the processes ask through by default. */
export const CLIENTS: readonly string[] = ['ioredis 5', 'ioredis 6', 'node-redis 6']
const AFTERWARDS_MS = 3_000
const MOST_GROWTH = 8 * 2 ** 20

const child = (name: string, port: number, ms: number): Promise<Report> => {
  const root = join(import.meta.dirname, '../../..')
  const started = fork(join(import.meta.dirname, 'process.ts'), [name, String(port), String(ms)], {
    cwd: root,
    execPath: join(root, 'node_modules/node/bin/node'),
    execArgv: ['--expose-gc', '--import', join(root, 'tooling/source.ts')],
    serialization: 'advanced',
  })
  const exited = once(started, 'exit').then(([code]) => {
    throw new Error(`A process with ${name} ended with ${code}`)
  })
  return Promise.race([once(started, 'message').then(([report]) => report as Report), exited])
}

function faultsOf({ errors, rejections, heap, left, told }: Report, name: string): string[] {
  const faults = [...errors, ...rejections]
  if (heap[1] - heap[0] > MOST_GROWTH) faults.push(`the heap grew from ${heap[0]} to ${heap[1]}`)
  if (left.timers > 0) faults.push(`${left.timers} timers are left`)
  if (left.listeners > 0) faults.push(`${left.listeners} listeners are left`)
  const last = told.at(-1)
  if (last?.[4]) faults.push('the last decision was made alone, though Redis was back')
  return faults.map((fault) => `${name}: ${fault}`)
}

/** Three processes ask while Redis is in trouble for so long; the history of their decisions is judged afterwards. */
export async function chaos(
  ms: number,
  seed: number,
  clients = CLIENTS,
  progress: (text: string) => void = () => {},
): Promise<Chaos> {
  const trouble = await startTrouble(createRandom(seed))
  try {
    const reporting = Promise.all(clients.map((name) => child(name, trouble.port, ms + AFTERWARDS_MS)))
    const [reports] = await Promise.all([reporting, trouble.make(ms, progress)])
    const lives = await trouble.lives()
    const told = reports.flatMap((report) => report.told)
    const degraded = told.filter(([, , , , alone]) => alone).length
    return {
      seed,
      troubles: trouble.done,
      decisions: { shared: told.length - degraded, degraded },
      faults: [
        ...judgeHistory(reports, trouble.emptied),
        ...reports.flatMap((report, nth) => faultsOf(report, clients[nth]!)),
        ...lives.filter((life) => life === -1).map(() => 'a key has no life'),
      ],
      worstMs: Math.round(Math.max(...reports.map(({ worstMs }) => worstMs))),
      warnings: reports.map(({ warnings }) => warnings),
      heaps: reports.map(({ heap }) => heap),
    }
  } finally {
    await trouble.stop()
  }
}
