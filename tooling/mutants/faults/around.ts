import type { Fault } from '../fault.ts'

const FALLBACK = 'packages/core/src/around/fallback.ts'
const BREAKER = 'packages/core/src/around/breaker.ts'
const CACHE = 'packages/core/src/around/denial-cache.ts'
const fallback = ['packages/core/test/around/fallback.test.ts']
const breaker = ['packages/core/test/around/breaker.test.ts']
const cache = ['packages/core/test/around/denial-cache.test.ts']

/** What a store around a store can get wrong. */
export const around: readonly Fault[] = [
  {
    id: 'fallback-whole-quota',
    why: 'each of ten processes admits the whole limit while the store is away',
    edits: [{ file: FALLBACK, find: 'policy.divide(instances)', replace: 'policy' }],
    tests: fallback,
  },
  {
    id: 'fallback-hides-itself',
    why: 'what was decided alone looks like what was decided together (a peer)',
    edits: [{ file: FALLBACK, find: '{ ...outcome, degraded: true }', replace: 'outcome' }],
    tests: fallback,
  },
  {
    id: 'fallback-refunds-elsewhere',
    why: 'what was charged here is given back there',
    edits: [
      { file: FALLBACK, find: 'return chargedHere.has(charges) ?', replace: 'return charges.length < 0 ?' },
    ],
    tests: fallback,
  },
  {
    id: 'fallback-for-mistakes',
    why: 'a wrong call is decided by the fallback instead of refused',
    edits: [{ file: FALLBACK, find: 'if (!isStoreError(error)) throw error', replace: '' }],
    tests: fallback,
  },
  {
    id: 'breaker-never-opens',
    why: 'a store that fails is asked for ever, and every request waits for its deadline',
    edits: [{ file: BREAKER, find: 'failures >= most', replace: 'failures < 0' }],
    tests: breaker,
  },
  {
    id: 'breaker-never-closes',
    why: 'a store that is back is not asked again',
    edits: [{ file: BREAKER, find: '.cached) failures = 0', replace: '.cached) failures += 0' }],
    tests: breaker,
  },
  {
    id: 'breaker-probe-charges',
    why: 'a probe charges the client of whose call it was made, who is told that nothing could be decided',
    edits: [{ file: BREAKER, find: '{ ...call, dry: true }', replace: '{ ...call }' }],
    tests: breaker,
  },
  {
    id: 'breaker-probes-each-call',
    why: 'every call probes a store that is away',
    edits: [
      {
        file: BREAKER,
        find: 'if (probing || performance.now() < probeAt) return',
        replace: 'if (probing) return',
      },
    ],
    tests: breaker,
  },
  {
    id: 'cache-without-cost',
    why: 'the denial of a large cost is repeated to a small one that would fit (a peer)',
    edits: [{ file: CACHE, find: ' && cost === others[place]!.cost', replace: '' }],
    tests: cache,
  },
  {
    id: 'cache-beyond-the-wait',
    why: 'a denial is repeated after the store would allow',
    edits: [{ file: CACHE, find: 'Math.min(maxAgeMs, firstRetryMs(outcome.verdicts))', replace: 'maxAgeMs' }],
    tests: cache,
  },
  {
    id: 'cache-stands-still',
    why: 'a repeated denial tells the wait of the first',
    edits: [{ file: CACHE, find: 'verdict.retryAfterMs - ms', replace: 'verdict.retryAfterMs' }],
    tests: cache,
  },
  {
    id: 'cache-outlives-a-reset',
    why: 'a key that was reset is still denied',
    edits: [{ file: CACHE, find: '    denials.delete(key)\n    forgotten', replace: '    forgotten' }],
    tests: cache,
  },
  {
    id: 'cache-late-denial',
    why: 'a denial that was on its way when its key was reset is repeated for as long as it is kept',
    edits: [{ file: CACHE, find: '?? forgottenBefore) > sentAfter', replace: '?? forgottenBefore) < 0' }],
    tests: cache,
  },
  {
    id: 'cache-meanwhile',
    why: 'a denial that came while its key was being reset is repeated afterwards',
    edits: [{ file: CACHE, find: '    } finally {\n      forget(charges)\n', replace: '    } finally {\n' }],
    tests: cache,
  },
  {
    id: 'cache-vouches',
    why: 'a repeated denial is taken for a sign that the store is back',
    edits: [{ file: FALLBACK, find: 'if (!outcome.cached) outages', replace: 'outages' }],
    tests: cache,
  },
  {
    id: 'cache-unbounded',
    why: 'every address that was ever denied is kept',
    edits: [{ file: CACHE, find: 'if (denials.size >= maxKeys)', replace: 'if (denials.size < 0)' }],
    tests: cache,
  },
]
