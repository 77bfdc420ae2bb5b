import fc from 'fast-check'
import { parseDictionary, parseList } from 'structured-headers'
import { describe, expect, it } from 'vitest'
import {
  createGuard,
  createLimiter,
  type Decision,
  type Draft,
  fixedWindow,
  type HeaderOptions,
  type Limiter,
  memoryStore,
  type Policy,
  type Verdict,
} from '../src/index.ts'

const AT = 1_700_000_000_123

/** A limiter that says what it is told to: the numbers in headers are then of any kind that a store may give. */
function saying(verdicts: readonly (Verdict & { policy: Policy })[], at: number): Limiter {
  const policies = verdicts.map(({ policy }) => policy)
  const real = createLimiter({ store: memoryStore(), policies, onWarning: () => {} })
  const decision: Decision = {
    ...verdicts[0]!,
    allowed: verdicts.every(({ allowed }) => allowed),
    at,
    policies: verdicts,
  }
  return { ...real, consume: async () => decision }
}

const reply = (limiter: Limiter, headers?: HeaderOptions) =>
  createGuard<object>({ limiter, key: () => 'user:1', ...(headers && { headers }) })({})

const MOST = 999_999_999_999_999
const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 1 })
const ms = fc.oneof(fc.nat(5_000), fc.nat(86_400_000), whole)
const name = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 128 })

const verdict = fc
  .record({
    name,
    units: whole.map((n) => n + 1),
    windowMs: ms.map((n) => n + 1),
    remaining: whole,
    reset: ms,
    retry: ms,
    never: fc.nat(9),
  })
  .chain((one) => fc.boolean().map((allowed) => ({ ...one, allowed })))
  .map(({ name, units, windowMs, remaining, reset, retry, never, allowed }) => ({
    allowed,
    remaining,
    resetAfterMs: reset,
    retryAfterMs: allowed ? 0 : never === 0 ? Number.POSITIVE_INFINITY : retry + 1,
    policy: { ...fixedWindow({ name, limit: 1, window: '1s' }), quota: { units, windowMs } },
  }))
const verdicts = fc.uniqueArray(verdict, {
  minLength: 1,
  maxLength: 4,
  selector: ({ policy }) => policy.name,
})

const itemsOf = (text = '') =>
  parseList(text).map(([value, parameters]) => [value, Object.fromEntries(parameters)])
const up = (value: number) => Math.min(Math.ceil(value / 1_000), MOST)

describe('headers', () => {
  it('are read by an independent parser as what was decided, for any names and numbers', async () => {
    await fc.assert(
      fc.asyncProperty(verdicts, async (all) => {
        const { headers } = await reply(saying(all, AT))
        expect(itemsOf(headers['RateLimit-Policy'])).toEqual(
          all.map(({ policy: { name, quota } }) => {
            const window = quota.windowMs >= 1_000 && { w: up(quota.windowMs) }
            return [name, { q: Math.min(quota.units, MOST), ...window }]
          }),
        )
        expect(itemsOf(headers.RateLimit)).toEqual(
          all.map(({ policy, allowed, remaining, retryAfterMs, resetAfterMs }) => {
            const t = allowed ? up(resetAfterMs) : Math.max(1, up(retryAfterMs))
            const told = retryAfterMs < Number.POSITIVE_INFINITY && { t }
            return [policy.name, { r: Math.min(remaining, MOST), ...told }]
          }),
        )
      }),
      { numRuns: 500 },
    )
  })

  const waitsOf = (all: readonly Verdict[]) =>
    all.filter(({ allowed }) => !allowed).map(({ retryAfterMs }) => retryAfterMs)
  const curable = verdicts.filter((all) => {
    const longest = Math.max(...waitsOf(all))
    return longest > 0 && longest < Number.POSITIVE_INFINITY
  })

  it('have a Retry-After that is true, and no earlier than what any denying policy says', async () => {
    await fc.assert(
      fc.asyncProperty(curable, fc.constantFrom(0, 90), async (all, jitter) => {
        const { pass, headers } = await reply(saying(all, AT), jitter > 0 ? { jitter: `${jitter}s` } : {})
        const longest = Math.max(...waitsOf(all))
        const told = Number(headers['Retry-After'])
        expect([pass, headers['Retry-After']]).toEqual([false, expect.stringMatching(/^[1-9]\d*$/)])
        expect(told * 1_000).toBeGreaterThanOrEqual(longest)
        expect(told).toBeLessThanOrEqual(Math.ceil(longest / 1_000) + jitter)
        const denying = new Set(all.filter(({ allowed }) => !allowed).map(({ policy }) => policy.name))
        for (const [item, { t }] of itemsOf(headers.RateLimit) as [string, { t: number }][]) {
          if (denying.has(item)) expect(t).toBeLessThanOrEqual(told)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('have no Retry-After where nothing is denied, or waiting does not help', async () => {
    await fc.assert(
      fc.asyncProperty(verdicts, async (all) => {
        fc.pre(waitsOf(all).length === 0 || waitsOf(all).includes(Number.POSITIVE_INFINITY))
        expect((await reply(saying(all, AT))).headers).not.toHaveProperty('Retry-After')
      }),
      { numRuns: 200 },
    )
  })

  it('of the older kinds are plain whole numbers of the binding policy', async () => {
    await fc.assert(
      fc.asyncProperty(verdicts, fc.constantFrom<Draft>(6, 7), async (all, draft) => {
        const { headers } = await reply(saying(all, AT), { draft })
        const denying = all.filter(({ allowed }) => !allowed)
        const binding =
          denying.length > 0
            ? denying.reduce((a, b) => (b.retryAfterMs > a.retryAfterMs ? b : a))
            : all.reduce((a, b) => (b.remaining < a.remaining ? b : a))
        expect(headers['X-RateLimit-Limit']).toBe(`${binding.policy.quota.units}`)
        expect(headers['X-RateLimit-Remaining']).toBe(`${binding.remaining}`)
        expect(headers['X-RateLimit-Reset']).toBe(`${Math.ceil((AT + binding.resetAfterMs) / 1_000)}`)
        const numbers =
          draft === 7
            ? Object.fromEntries(
                [...parseDictionary(headers.RateLimit!)].map(([key, [value]]) => [key, value]),
              )
            : Object.fromEntries(
                ['Limit', 'Remaining', 'Reset'].map((key) => [
                  key.toLowerCase(),
                  Number(headers[`RateLimit-${key}`]),
                ]),
              )
        expect(numbers.limit).toBe(Math.min(binding.policy.quota.units, MOST))
        expect(numbers.remaining).toBe(Math.min(binding.remaining, MOST))
        expect(itemsOf(headers['RateLimit-Policy'])).toEqual(
          all
            .filter(({ policy }) => policy.quota.windowMs >= 1_000)
            .map(({ policy: { quota } }) => [Math.min(quota.units, MOST), { w: up(quota.windowMs) }]),
        )
        expect(Object.values(headers).join()).not.toMatch(/NaN|Infinity|undefined|e\+/)
      }),
      { numRuns: 300 },
    )
  })

  it('C030: have large numbers in plain digits', async () => {
    const policies = fixedWindow({ limit: 999_999_999_999_999, window: '1m' })
    const { headers } = await reply(createLimiter({ store: memoryStore(), policies }))
    expect(headers['X-RateLimit-Limit']).toBe('999999999999999')
    expect(headers['X-RateLimit-Remaining']).toBe('999999999999998')
    expect(headers.RateLimit).toBe('"999999999999999-per-1m";r=999999999999998;t=60')
  })

  it('have one `pk` for one key and secret, and another for another', async () => {
    const policies = fixedWindow({ limit: 9, window: '1m' })
    const limiter = createLimiter({ store: memoryStore(), policies })
    const pk = async (key: string, partitionSecret: string) => {
      const { headers } = await createGuard<object>({
        limiter,
        key: () => key,
        headers: { partitionSecret },
      })({})
      const [policy] = itemsOf(headers['RateLimit-Policy']) as [string, { pk: ArrayBuffer }][]
      const [limit] = itemsOf(headers.RateLimit) as [string, { pk: ArrayBuffer }][]
      expect(Buffer.from(limit![1].pk)).toEqual(Buffer.from(policy![1].pk))
      return Buffer.from(policy![1].pk).toString('hex')
    }
    const all = [await pk('a', 'x'), await pk('b', 'x'), await pk('a', 'y'), await pk('a', 'x')]
    expect(new Set(all).size).toBe(3)
    expect(all[3]).toBe(all[0])
    // HMAC-SHA-256 of "a" under "x", its first 16 bytes, as openssl makes it.
    expect(all[0]).toBe('1c78c63dd06b8d1d483aadbba92dc44b')
  })
})
