import { fixedWindow, type Policy, slidingWindowLog, tokenBucket } from '../../../packages/core/src/index.ts'

export const PROCESSES = 3

const LIMIT = 12
const WINDOW_MS = 1_000
const REFILL_RATE = 6 // a second

interface Subject {
  readonly policy: Policy
  /** Says how those that were admitted at these times, in order, were more than the policy allows; `instances` share it. */
  excess(times: readonly number[], instances: number): string | undefined
}

const share = (units: number, instances: number): number => Math.ceil(units / instances)

/** What the processes ask, each with keys that all of them share. */
export const SUBJECTS: readonly Subject[] = [
  {
    policy: tokenBucket({ name: 'bucket', capacity: LIMIT, refillRate: REFILL_RATE }),
    excess(times, instances) {
      const capacity = share(LIMIT, instances)
      const perMs = REFILL_RATE / WINDOW_MS / instances
      let [level, last] = [capacity, times[0] ?? 0]
      for (const at of times) {
        level = Math.min(capacity, level + (at - last) * perMs) - 1
        last = at
        if (level < -1e-6) return `${-level} units more than the bucket held, at ${at}`
      }
      return undefined
    },
  },
  {
    policy: slidingWindowLog({ name: 'log', limit: LIMIT, window: '1s' }),
    excess(times, instances) {
      const limit = share(LIMIT, instances)
      const nth = times.findIndex((at, place) => place >= limit && at - times[place - limit]! < WINDOW_MS)
      return nth < 0 ? undefined : `${limit + 1} within ${times[nth]! - times[nth - limit]!} ms`
    },
  },
  {
    policy: fixedWindow({ name: 'window', limit: LIMIT, window: '1s', anchor: 'clock' }),
    excess(times, instances) {
      const limit = share(LIMIT, instances)
      const counts = new Map<number, number>()
      for (const at of times) {
        const window = Math.floor(at / WINDOW_MS)
        const count = (counts.get(window) ?? 0) + 1
        counts.set(window, count)
        if (count > limit) return `${count} in the window of ${at}`
      }
      return undefined
    },
  },
]
