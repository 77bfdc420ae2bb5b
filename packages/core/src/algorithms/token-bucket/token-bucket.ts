import { type Duration, toMs, toText } from '../../duration.ts'
import { checkOptions, checkPositive, checkProduct, checkWord, MAX_PRODUCT } from '../../options.ts'
import { checkInstances, checkName, type NumbersAlgorithm, type Policy } from '../../policy.ts'
import { continuous } from './continuous.ts'
import { interval } from './interval.ts'

/** Options of {@link tokenBucket}. */
export interface TokenBucketOptions {
  /** Name in keys, headers and decisions; by default made of the numbers. */
  name?: string
  /** Tokens that a full bucket holds: the largest burst. */
  capacity: number
  /** Tokens that come in per `refillInterval`, a whole number. */
  refillRate: number
  /** The time in which `refillRate` tokens come in; one second by default. */
  refillInterval?: Duration
  /** Whether tokens trickle in (default), or come in all at once at the end of each whole interval. */
  refill?: 'continuous' | 'interval'
}

function policy(
  name: string,
  capacity: number,
  rate: number,
  intervalMs: number,
  algorithm: NumbersAlgorithm,
): Policy {
  const fillMs =
    algorithm === continuous
      ? Math.ceil((capacity * intervalMs) / rate)
      : Math.ceil(capacity / rate) * intervalMs
  return Object.freeze({
    name,
    algorithm,
    numbers: Object.freeze([capacity, rate, intervalMs]),
    quota: Object.freeze({ units: capacity, windowMs: fillMs }),
    divide(instances: number): Policy {
      // Rounding up must not leave the whole numbers: there a share is a little smaller instead.
      const slower = Math.min(intervalMs * checkInstances(instances), MAX_PRODUCT)
      const share = Math.min(Math.ceil(capacity / instances), Math.floor(MAX_PRODUCT / slower))
      return policy(name, share, rate, slower, algorithm)
    },
  })
}

/**
 * Token bucket: bursts of up to `capacity`, then `refillRate` per `refillInterval`. After J. Turner, "New Directions
 * in Communications", IEEE Communications Magazine 24(10), 1986; with continuous refill it is the GCRA of ITU-T I.371.
 * @throws OptionsError when an option is missing, unknown or not what it should be, or `capacity` × `refillInterval` is too large.
 */
export function tokenBucket(options: TokenBucketOptions): Policy {
  checkOptions('tokenBucket', options, ['name', 'capacity', 'refillRate', 'refillInterval', 'refill'])
  const capacity = checkPositive('capacity', options.capacity)
  const rate = checkPositive(
    'refillRate',
    options.refillRate,
    "half a token a second is refillRate: 1, refillInterval: '2s'",
  )
  const intervalMs =
    options.refillInterval === undefined ? 1_000 : toMs('refillInterval', options.refillInterval)
  const refill = checkWord('refill', options.refill, ['continuous', 'interval'])
  checkProduct(['capacity', 'refillInterval'], capacity, intervalMs)
  const name = checkName(options.name, `${capacity}-${rate}-per-${toText(intervalMs)}`)
  return policy(name, capacity, rate, intervalMs, refill === 'continuous' ? continuous : interval)
}
