import {
  createLimiter,
  type Limiter,
  type MemoryStore,
  memoryStore,
  type OnWarning,
  type Policy,
} from '@rl/core'
import type { Answer, Kit, Route } from '../site.ts'

/** The time at which every scenario starts; a request moves it by `x-now`, in ms after this. */
export const START = 1_700_000_000_000

/** A store whose time the requests tell, and what most scenarios need beside it. */
export interface Timed<R> {
  readonly store: MemoryStore
  limiter(policies: Policy | readonly Policy[]): Limiter
  /** Given as the option `skip`: sets the time and skips nothing. */
  skip(request: R): boolean
  /** Logs each warning by its code. */
  readonly onWarning: OnWarning
  /** A handler that logs that it ran. */
  route(path: string, answer?: Answer): Route<R>
}

export function timed<R>({ header, log }: Kit<R>): Timed<R> {
  let now = START
  const store = memoryStore({ clock: () => now })
  const onWarning: OnWarning = ({ code }) => log(`warning: ${code}`)
  return {
    store,
    limiter: (policies) => createLimiter({ store, policies, onWarning }),
    skip(request) {
      const after = header(request, 'x-now')
      if (after !== undefined) now = START + Number(after)
      return false
    },
    onWarning,
    route: (path, answer = { body: 'hello' }) => ({
      path,
      run() {
        log(`handled ${path}`)
        return answer
      },
    }),
  }
}
