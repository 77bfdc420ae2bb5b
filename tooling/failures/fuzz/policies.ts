import {
  fixedWindow,
  leakyBucket,
  type Policy,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../../../packages/core/src/index.ts'
import { junk, type Random } from './random.ts'

const DURATIONS = ['1ms', '10ms', '7ms', '1s', '10s', '1m', '1h', '1d', '365d']
const UNITS = [1, 2, 3, 7, 10, 100, 99_999, 1_000_000]

type Values = Record<string, (random: Random) => unknown>

const units = (random: Random): unknown => random.pick(UNITS)
const time = (random: Random): unknown => random.pick(DURATIONS)

const FACTORIES: readonly [factory: (options: never) => Policy, values: Values][] = [
  [
    tokenBucket,
    {
      capacity: units,
      refillRate: units,
      refillInterval: time,
      refill: ({ pick }) => pick(['continuous', 'interval']),
    },
  ],
  [fixedWindow, { limit: units, window: time, anchor: ({ pick }) => pick(['first-request', 'clock']) }],
  [slidingWindowLog, { limit: units, window: time }],
  [slidingWindowCounter, { limit: units, window: time }],
  [leakyBucket, { capacity: units, leakRate: units, leakInterval: time }],
]

/** A policy of random options, one of which is anything in `percentJunk` of all cases; it may throw. */
export function anyPolicy(random: Random, name: string, percentJunk: number): Policy {
  const [factory, values] = random.pick(FACTORIES)
  const options: Record<string, unknown> = { name }
  for (const [option, value] of Object.entries(values)) options[option] = value(random)
  if (random.chance(percentJunk)) {
    const option = random.chance(10) ? 'unknown' : random.pick(Object.keys(options))
    options[option] = junk(random)
  }
  if (random.chance(percentJunk / 4)) delete options[random.pick(Object.keys(options))]
  return factory((random.chance(percentJunk / 10) ? junk(random) : options) as never)
}

/** A policy that can be made. */
export function goodPolicy(random: Random, name: string): Policy {
  for (;;) {
    try {
      return anyPolicy(random, name, 0)
    } catch {
      // Some products of good numbers are too large.
    }
  }
}
