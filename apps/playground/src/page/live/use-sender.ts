import { useEffect, useRef, useState } from 'preact/hooks'
import type { PolicySpec } from '../policy/spec.ts'
import { burst, type Planned, play, steady } from './run.ts'
import { type Answer, type Request, send } from './send.ts'

export interface Progress {
  readonly name: string
  readonly sent: number
  /** Missing where there is no end. */
  readonly total?: number
}

interface Shown {
  /** The latest answer. */
  readonly answer?: Answer
  /** What is being sent. */
  readonly progress?: Progress
  /** Why the last request got no answer. */
  readonly failure?: string | undefined
}

export interface Sender {
  readonly answer: Answer | undefined
  readonly progress: Progress | undefined
  readonly failure: string | undefined
  one(request: Request): void
  burst(count: number, request: Request): void
  steady(name: string, rate: number, request: Request): void
  scenario(name: string, plan: readonly Planned[]): void
  stop(): void
}

const SHOW_MS = 80 // of many answers the page shows a few a second

/** Sends requests under a policy, and collects what the page shows of their answers. */
function createSender(show: (shown: Shown) => void) {
  let shown: Shown = {}
  let running: { name: string; sent: number; total?: number; abort: AbortController } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function refresh(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      const { abort: _, ...progress } = running ?? { abort: undefined }
      show(running ? { ...shown, progress: progress as Progress } : shown)
    }, SHOW_MS)
  }

  function stop(): void {
    running?.abort.abort()
    running = undefined
    refresh()
  }

  async function make(spec: PolicySpec, request: Request): Promise<void> {
    try {
      shown = { answer: await send(spec, request) }
    } catch {
      shown = { ...shown, failure: 'The server does not answer. Is it still running?' }
      stop()
    }
    refresh()
  }

  function run(spec: () => PolicySpec, name: string, plan: Iterator<Planned>, total?: number): void {
    stop()
    const mine = { name, sent: 0, abort: new AbortController(), ...(total !== undefined && { total }) }
    running = mine
    refresh()
    const one = async (request: Request): Promise<void> => {
      await make(spec(), request)
      mine.sent++
      refresh()
    }
    void play(plan, one, mine.abort.signal).then(() => {
      if (running === mine) stop()
    })
  }

  return {
    make,
    run,
    stop,
    close() {
      stop()
      clearTimeout(timer)
    },
  }
}

export function useSender(spec: PolicySpec): Sender {
  const [shown, show] = useState<Shown>({})
  const latest = useRef(spec)
  latest.current = spec
  const [sender] = useState(() => createSender(show))
  useEffect(() => sender.close, [sender])
  const current = () => latest.current
  return {
    answer: shown.answer,
    progress: shown.progress,
    failure: shown.failure,
    one: (request) => void sender.make(spec, request),
    burst: (count, request) => sender.run(current, 'Burst', burst(count, request), count),
    steady: (name, rate, request) => sender.run(current, name, steady(rate, request)),
    scenario: (name, plan) => sender.run(current, name, plan[Symbol.iterator](), plan.length),
    stop: sender.stop,
  }
}
