import { setTimeout as sleep } from 'node:timers/promises'
import {
  createLimiter,
  type Decision,
  isStoreError,
  type Limiter,
  redisStore,
  slidingWindowLog,
} from '../../packages/core/src/index.ts'
import { openClient, type Target } from './clients.ts'

// Logs keep the time of every charge, so that afterwards Redis itself tells what was charged, when and how often.
/** What a check with a key of its own is asked: two policies, so that half a charge would show. */
export const OWN = [
  slidingWindowLog({ name: 'one', limit: 5, window: '1h' }),
  slidingWindowLog({ name: 'two', limit: 5, window: '2h' }),
]
/** What all checks of one key share. */
export const HOT = slidingWindowLog({ name: 'hot', limit: 20, window: '1s' })

export const TIMEOUT_MS = 500

/** One check: what was asked, and what came of it. Times are ms since the epoch. */
export interface Seen {
  readonly key: string
  readonly hot: boolean
  readonly sentAt: number
  /** When it was under way: its deadline counts from somewhere in between. */
  begunAt: number
  /** How long it took; left out while nothing was answered. */
  tookMs?: number
  answer?: 'allowed' | 'denied' | 'store-error' | 'other-error'
  /** The server's time of the decision. */
  at?: number
  remaining?: number
  /** What an error said. */
  message?: string
}

/** A time in which an event loop came round late, ms since the epoch. */
export interface Stall {
  readonly from: number
  readonly to: number
}

/** What was seen by one client. */
export interface Observed {
  readonly checks: readonly Seen[]
  readonly rejections: readonly string[]
  /** When the client, asked for a key now and then, was answered: ms since the epoch. */
  readonly reached: readonly number[]
  /** When the event loop of the process stood still. */
  readonly stalls: readonly Stall[]
}

export interface Probe {
  /** Whether a check of the key that all share, started after that time, was answered by Redis. */
  answeredSince(time: number): boolean
  /** Stops asking, waits for what is pending, and closes the client. */
  end(): Promise<Observed>
}

const EVERY_MS = 10
const LEAST_STALL_MS = 5

/** Whether Redis decided it. */
export const isAnswered = ({ answer }: Seen): boolean => answer === 'allowed' || answer === 'denied'

function begin(limiter: Limiter, key: string, hot: boolean): Seen {
  const seen: Seen = { key, hot, sentAt: Date.now(), begunAt: 0 }
  const started = performance.now()
  const over = (answer: Seen['answer'], rest: Partial<Seen>): void => {
    Object.assign(seen, { answer, tookMs: performance.now() - started, ...rest })
  }
  limiter.consume(key).then(
    ({ allowed, at, remaining }: Decision) => over(allowed ? 'allowed' : 'denied', { at, remaining }),
    (error: unknown) => {
      const { message, cause } = error as Error
      const why = cause instanceof Error ? `${message}: ${cause.message}` : message
      over(isStoreError(error) ? 'store-error' : 'other-error', { message: why })
    },
  )
  seen.begunAt = Date.now()
  return seen
}

/** Asks for a key now and then, whatever comes of it; a client may never answer what it was asked before. */
async function reach(get: () => Promise<unknown>, going: () => boolean, reached: number[]): Promise<void> {
  while (going()) {
    const answered = get().then(
      () => reached.push(Date.now()),
      () => {},
    )
    await Promise.race([answered, sleep(TIMEOUT_MS)])
    await sleep(20)
  }
}

/** Opens the client of that name and asks a limiter over it again and again. */
export function startProbe(name: string, target: Target, prefix: string): Probe | undefined {
  const opened = openClient(name, target)
  if (opened === undefined) return undefined
  const store = redisStore(opened.client, { onWarning: () => {} })
  const own = createLimiter({ store, policies: OWN })
  const hot = createLimiter({ store, policies: HOT })
  const checks: Seen[] = []
  const reached: number[] = []
  const rejections: string[] = []
  const onRejection = (reason: unknown): void => {
    rejections.push(String((reason as Error)?.stack ?? reason))
  }
  process.setMaxListeners(process.getMaxListeners() + 1)
  process.on('unhandledRejection', onRejection)

  const stalls: Stall[] = []
  let last = Date.now()
  const pump = setInterval(() => {
    const now = Date.now()
    if (now - last >= EVERY_MS + LEAST_STALL_MS) stalls.push({ from: last + EVERY_MS, to: now })
    last = now
    checks.push(begin(own, `${prefix}:${checks.length}`, false), begin(hot, `${prefix}:hot`, true))
  }, EVERY_MS)
  let going = true
  void reach(
    () => opened.get(`{${prefix}:hot}`),
    () => going,
    reached,
  )

  return {
    answeredSince: (time) => checks.some((seen) => seen.hot && seen.sentAt >= time && isAnswered(seen)),
    async end() {
      clearInterval(pump)
      going = false
      const latest = performance.now() + 4 * TIMEOUT_MS
      while (checks.some(({ answer }) => answer === undefined) && performance.now() < latest) await sleep(20)
      await opened.close()
      await sleep(100) // late rejections come now
      process.off('unhandledRejection', onRejection)
      process.setMaxListeners(process.getMaxListeners() - 1)
      return { checks, rejections, reached, stalls }
    },
  }
}
