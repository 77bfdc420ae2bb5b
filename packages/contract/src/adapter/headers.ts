import { describe, expect } from 'vitest'
import type { On } from './client.ts'
import { dictionary, limits, list, names, numbers, policies } from './fields.ts'
import { START } from './scenarios/timed.ts'

const LEGACY = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const items = [
  ['burst "2"', { q: 2, w: 10 }],
  ['day', { q: 100, w: 86_400 }],
  ['sub-second', { q: 50 }],
]
const day = 86_400 - ((START / 1_000) % 86_400)

export function describeHeaders(on: On): void {
  describe('headers', () => {
    for (const scenario of ['allHeaders', 'draft8']) {
      on(scenario, `lists all policies in the form of drafts 8 to 11 (${scenario})`, async ({ get }) => {
        const first = await get()
        expect(policies(first)).toEqual(items)
        expect(limits(first)).toEqual([
          ['burst "2"', { r: 1, t: 10 }],
          ['day', { r: 99, t: day }],
          ['sub-second', { r: 49, t: 1 }],
        ])
        expect(names(first)).toEqual(['ratelimit', 'ratelimit-policy', ...LEGACY])
        await get()
        const third = await get('/', { 'x-now': '4001' })
        expect(limits(third)[0]).toEqual(['burst "2"', { r: 0, t: 6 }])
        expect(third.headers.get('retry-after')).toBe('6')
      })
    }

    on('noHeaders', 'sends none with `headers: false`, but `Retry-After`', async ({ get, statuses }) => {
      expect(names(await get())).toEqual([])
      await statuses(1)
      const third = await get()
      expect([third.status, names(third)]).toEqual([429, ['retry-after']])
      expect(third.headers.get('cache-control')).toBe('no-store')
    })

    on('draft6', 'sends the form of draft 6', async ({ get, statuses }) => {
      const first = await get()
      expect(list(first.headers.get('ratelimit-policy'))).toEqual([
        [2, { w: 10 }],
        [100, { w: 86_400 }],
      ])
      expect(names(first)).toEqual([
        ...['ratelimit-limit', 'ratelimit-policy', 'ratelimit-remaining', 'ratelimit-reset'],
      ])
      const shown = ['limit', 'remaining', 'reset'].map((name) => first.headers.get(`ratelimit-${name}`))
      expect(shown).toEqual(['2', '1', '10'])
      await statuses(1)
      const third = await get('/', { 'x-now': '4001' })
      expect([third.headers.get('ratelimit-reset'), third.headers.get('retry-after')]).toEqual(['6', '6'])
    })

    on('draft7', 'sends the form of draft 7', async ({ get }) => {
      const { headers } = await get()
      expect(dictionary(headers.get('ratelimit'))).toEqual({ limit: 2, remaining: 1, reset: 10 })
      expect(list(headers.get('ratelimit-policy'))).toHaveLength(2)
    })

    on('deltaReset', 'sends only `X-RateLimit`, with seconds from now', async ({ get }) => {
      const first = await get()
      expect([names(first), numbers(first)]).toEqual([LEGACY, [2, 1, 10]])
    })

    on(
      'jitter',
      'tells longer waits with `jitter`, never shorter ones, and the same in all fields',
      async (client) => {
        await client.statuses(2)
        const waits = new Set<number>()
        for (let time = 0; time < 8; time++) {
          const { status, headers, body } = await client.get()
          const wait = Number(headers.get('retry-after'))
          expect(status).toBe(429)
          expect(wait).toBeGreaterThanOrEqual(10)
          expect(wait).toBeLessThanOrEqual(10 + 3_600)
          expect(list(headers.get('ratelimit'))[0]?.[1].t).toBe(wait)
          expect(headers.get('x-ratelimit-reset')).toBe(`${START / 1_000 + 10}`)
          expect(JSON.parse(body).detail).toContain(` ${wait} seconds`)
          waits.add(wait)
        }
        expect(waits.size).toBeGreaterThan(1)
      },
    )

    on('partitions', 'sends `pk` as a hash of the key with `partitionSecret`', async ({ get }) => {
      const first = await get()
      const keys = [...policies(first), ...limits(first)].map(([, { pk }]) => pk)
      expect(new Set(keys.map((key) => Buffer.from(key as ArrayBuffer).toString('hex'))).size).toBe(1)
      expect((keys[0] as ArrayBuffer).byteLength).toBe(16)
      expect(first.headers.get('ratelimit')).not.toContain('127.0.0.1')
      expect((await get()).headers.get('ratelimit-policy')).toBe(first.headers.get('ratelimit-policy'))
    })

    on(
      'fiveAMinute',
      'C022: Retry-After is what is left, in seconds, rounded up',
      async ({ get, statuses }) => {
        await statuses(5)
        const told = async (now: number) => (await get('/', { 'x-now': `${now}` })).headers.get('retry-after')
        expect(await told(2_000)).toBe('58')
        const left = [1_400, 1_001, 1_000, 999, 1]
        const waits: (string | null)[] = []
        for (const ms of left) waits.push(await told(60_000 - ms))
        expect(waits).toEqual(['2', '2', '1', '1', '1'])
      },
    )

    on('oneASecond', 'C023: Retry-After is 1 at the very end, and true', async ({ get }) => {
      await get()
      const last = await get('/', { 'x-now': '999' })
      expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1'])
      expect(numbers(last)).toEqual([1, 0, START / 1_000 + 1])
      expect((await get('/', { 'x-now': '1000' })).status).toBe(200)
    })

    on('oneLimit', 'C025: what is left is whole, rounded down', async ({ get, statuses }) => {
      await statuses(3)
      const later = await get('/', { 'x-now': '1700' })
      expect([later.status, limits(later)[0]?.[1].r, numbers(later)[1]]).toEqual([200, 0, 0])
      expect((await get('/', { 'x-now': '2000' })).status).toBe(200)
      const denied = await get('/', { 'x-now': '2001' })
      expect([denied.status, denied.headers.get('retry-after'), numbers(denied)[1]]).toEqual([429, '1', 0])
    })

    on('fiveAMinute', 'C020: the reset does not wobble', async ({ get }) => {
      const resets: unknown[] = []
      for (const now of [100, 900, 30_400, 59_999])
        resets.push(numbers(await get('/', { 'x-now': `${now}` }))[2])
      expect(resets).toEqual(new Array(4).fill(Math.ceil((START + 60_100) / 1_000)))
    })
  })
}
