import type { NumbersAlgorithm, Policy, TimesAlgorithm, Verdict } from '@rl/core'
import { withRoom } from './grow.ts'
import { Span } from './span.ts'

/**
 * Decides one request of cost 1, as a limiter with this policy on a memory store does at that time: by the policy's
 * own algorithm. Times must not fall. Nothing is forgotten, so that the store's `maxKeys` plays no part.
 */
export type Replay = (time: number, client: number) => Verdict

/** A replay of a policy, from no state at all. */
export const createReplay = (policy: Policy): Replay =>
  policy.algorithm.state === 'numbers'
    ? replayNumbers(policy.numbers, policy.algorithm)
    : replayTimes(policy.numbers, policy.algorithm)

// States stand side by side in one column: an object for each of a million clients would cost several times as much.
function replayNumbers(numbers: Policy['numbers'], algorithm: NumbersAlgorithm): Replay {
  const width = algorithm.size
  // The first number of a client says whether there is a state.
  const stride = width + 1
  let column = new Float64Array(stride * 256)
  const state = new Array<number>(width).fill(0)

  return (time, client) => {
    const from = client * stride
    column = withRoom(column, from + stride)
    const known = column[from] === 1
    for (let place = 0; known && place < width; place++) state[place] = column[from + 1 + place]!
    const ruling = algorithm.decide(numbers, known ? state : undefined, time, 1)
    if (ruling.allowed) {
      column[from] = 1
      for (let place = 0; place < width; place++) column[from + 1 + place] = ruling.next[place]!
    }
    return ruling
  }
}

function replayTimes(numbers: Policy['numbers'], algorithm: TimesAlgorithm): Replay {
  const spans: (Span | undefined)[] = []
  return (time, client) => {
    while (spans.length <= client) spans.push(undefined)
    const span = spans[client]
    const ruling = algorithm.decide(numbers, span, time, 1)
    if (ruling.allowed) {
      const kept = span ?? new Span()
      spans[client] = kept
      kept.append(ruling.next)
    }
    return ruling
  }
}
