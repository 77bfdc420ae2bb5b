import type { Request } from './send.ts'

/** A request and when to make it, in ms from the start on. */
export interface Planned extends Request {
  readonly at: number
}

const MOST_UNDER_WAY = 12

/** Makes the requests of a plan when they are due, a few at a time; those that cannot be made in time are made late. */
export async function play(
  plan: Iterator<Planned>,
  make: (request: Request) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const start = performance.now()
  const underWay = new Set<Promise<void>>()
  for (let next = plan.next(); !next.done && !signal.aborted; next = plan.next()) {
    const wait = start + next.value.at - performance.now()
    if (wait > 1) await pause(wait, signal)
    while (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay)
    if (signal.aborted) break
    const made = make(next.value).finally(() => underWay.delete(made))
    underWay.add(made)
  }
  await Promise.all(underWay)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

export function* burst(count: number, request: Request): Generator<Planned> {
  for (let made = 0; made < count; made++) yield { ...request, at: 0 }
}

export function* steady(rate: number, request: Request): Generator<Planned> {
  for (let made = 0; ; made++) yield { ...request, at: (made * 1_000) / rate }
}
