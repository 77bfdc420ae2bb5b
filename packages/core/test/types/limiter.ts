// Compiled with the type check, never run: what the factories take, what a decision has, and what is refused.
import {
  createLimiter,
  type Decision,
  duration,
  fixedWindow,
  leakyBucket,
  memoryStore,
  type Policy,
  type Store,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../../src/index.ts'

const store: Store = memoryStore({ maxKeys: 1_000, clock: () => 0 })
const policies: readonly Policy[] = [
  tokenBucket({ capacity: 20, refillRate: 5 }),
  tokenBucket({ capacity: 20, refillRate: 5, refillInterval: '1m', refill: 'interval', name: 'a' }),
  tokenBucket({ capacity: 20, refillRate: 5, refillInterval: duration(String('30s')) }),
  fixedWindow({ limit: 10, window: '250ms', anchor: 'clock' }),
  slidingWindowLog({ limit: 10, window: '10s' }),
  slidingWindowCounter({ limit: 10, window: '1h' }),
  leakyBucket({ capacity: 10, leakRate: 1, leakInterval: '30d' }),
]

export async function use(): Promise<readonly [boolean, number, Decision]> {
  const limiter = createLimiter({ store, policies, onWarning: ({ code }) => code, onDecision: () => {} })
  const { allowed } = await limiter.consume('user:123')
  const peeked = await limiter.peek('user:123', { cost: { a: 3 } })
  const waited = await limiter.wait('user:123', {
    cost: 2,
    maxWait: '10s',
    signal: new AbortController().signal,
  })
  await limiter.refund(waited)
  await limiter.reset('user:123')
  return [allowed, peeked.policies[0]?.remaining ?? peeked.retryAfterMs, waited]
}

export const refused = [
  // @ts-expect-error nothing at all
  () => createLimiter({}),
  // @ts-expect-error no policies
  () => createLimiter({ store }),
  // @ts-expect-error no store
  () => createLimiter({ store: 'memory', policies }),
  // @ts-expect-error an unknown option
  () => createLimiter({ store, policies, keyPrefix: 'app:' }),
  // @ts-expect-error numbers are numbers
  () => tokenBucket({ capacity: '20', refillRate: 5 }),
  // @ts-expect-error a rate is needed
  () => tokenBucket({ capacity: 20 }),
  // @ts-expect-error there are two ways of refilling
  () => tokenBucket({ capacity: 20, refillRate: 5, refill: 'greedy' }),
  // @ts-expect-error a window has a unit
  () => fixedWindow({ limit: 10, window: 60_000 }),
  // @ts-expect-error a unit has no plural
  () => fixedWindow({ limit: 10, window: '1 minute' }),
  // @ts-expect-error any text is no duration: `duration(text)` makes it one
  () => fixedWindow({ limit: 10, window: String('1m') }),
  // @ts-expect-error the clock is a function
  () => memoryStore({ clock: 0 }),
  // @ts-expect-error a key is a text
  () => createLimiter({ store, policies }).consume(123),
  // @ts-expect-error a cost is a number, or numbers by name
  () => createLimiter({ store, policies }).consume('user:123', { cost: '1' }),
  // @ts-expect-error a policy is never changed
  (policy: Policy) => (policy.name = 'b'),
]
