import type { Policy } from '@rl/core'
import { toPolicy } from '../../page/policy/spec.ts'
import { count, type Steps, toSteps } from '../measure/quantiles.ts'
import { withRoom } from '../replay/grow.ts'
import { createReplay } from '../replay/replay.ts'
import { type Candidate, withSize } from './candidates.ts'

/** What each client needs of a candidate so that none of its requests is denied. */
export interface Needs {
  readonly candidate: Candidate
  /** Sizes, and how many clients need exactly that; `Infinity` where no size that the library takes is enough. */
  readonly sizes: Steps
}

export interface NeedsMeter {
  /** Takes a request, in the order of times. */
  add(time: number, client: number): void
  needs(): Needs
}

const ENOUGH = [1_000_000_000, 1_000_000, 100_000, 1_000, 1]

/** The candidate so large that it hardly ever denies, as far as the library goes. */
function largest(candidate: Candidate): Policy {
  for (const units of ENOUGH) {
    try {
      return toPolicy(withSize(candidate, units))
    } catch {}
  }
  return toPolicy(withSize(candidate, 1))
}

/**
 * Measures needs by a replay of a policy that is too large to deny. While nothing is denied the units in use do not
 * depend on the size, so a size is enough for a client if it is at least the most that were ever in use at once.
 */
export function createNeeds(candidate: Candidate): NeedsMeter {
  const policy = largest(candidate)
  const size = policy.numbers[0]!
  const replay = createReplay(policy)
  let most = new Float64Array(256)
  return {
    add(time, client) {
      const { allowed, remaining } = replay(time, client)
      const used = allowed ? size - remaining : Number.POSITIVE_INFINITY
      most = withRoom(most, client + 1)
      if (used > most[client]!) most[client] = used
    },
    needs: () => ({ candidate, sizes: toSteps(count(most.filter((used) => used > 0))) }),
  }
}
