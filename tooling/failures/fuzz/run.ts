import type { Redis } from 'ioredis6'
import { memoryStore, redisStore } from '../../../packages/core/src/index.ts'
import { type Case, calls, options, replies } from './cases.ts'
import { createRandom } from './random.ts'
import { stored } from './stored.ts'

export interface Fault {
  readonly kind: string
  /** Repeats the case. */
  readonly seed: number
  readonly fault: string
}

const AT_ONCE = 200

/** How often each kind comes, in a hundred. */
const SHARES: Record<string, number> = { options: 40, memory: 20, redis: 10, stored: 10, replies: 20 }

const kindsOn = (redis: Redis): Record<string, Case> => ({
  options,
  memory: calls((clock) => memoryStore({ clock, maxKeys: 50 })),
  redis: calls((clock) => redisStore(redis, { clock, timeout: '30s', prefix: 'fuzz:', onWarning: () => {} })),
  stored: stored(redis),
  replies,
})

/** Plays that many random cases, in that order each time; gives up after ten faults. */
export async function fuzz(
  redis: Redis,
  cases: number,
  seed: number,
  progress: (done: number) => void = () => {},
): Promise<Fault[]> {
  const kinds = kindsOn(redis)
  const wheel = Object.entries(SHARES).flatMap(([kind, share]) => Array.from({ length: share }, () => kind))
  const faults: Fault[] = []
  for (let done = 0; done < cases && faults.length < 10; done += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, cases - done) }, async (_, nth) => {
      const own = seed + done + nth
      const random = createRandom(own)
      const kind = random.pick(wheel)
      const fault = await kinds[kind]!(random)
      if (fault !== undefined) faults.push({ kind, seed: own, fault })
    })
    await Promise.all(batch)
    progress(done)
  }
  return faults
}
