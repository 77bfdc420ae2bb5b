import { describe, expect, it } from 'vitest'
import {
  createGuard,
  createLimiter,
  fixedWindow,
  type Limiter,
  memoryStore,
  OptionsError,
  type Pass,
  type Reply,
  type RequestOutcome,
  type Store,
  StoreError,
  type Warning,
} from '../src/index.ts'

interface Request {
  readonly ip?: string | undefined
}

const framework = { address: ({ ip }: Request) => ip }
const from = (ip = '192.0.2.1'): Request => Object.freeze({ ip })

const limited = (
  limit: number,
  name = 'some',
  store: Store = memoryStore({ clock: () => 1_700_000_000_000 }),
) => createLimiter({ store, policies: fixedWindow({ name, limit, window: '1m' }), onWarning: () => {} })

const asPass = (reply: Reply): Pass => {
  if (!reply.pass) throw new Error(`Expected the request to pass, got ${reply.status}`)
  return reply
}

const left = async (limiter: Limiter, key = '192.0.2.1') => (await limiter.peek(key, { cost: 0 })).remaining

describe('a guard', () => {
  it("gives the user's functions the framework's own request", async () => {
    const seen: unknown[] = []
    const see =
      <T>(answer: T) =>
      (request: Request) => {
        seen.push(request)
        return answer
      }
    const limiter = limited(1)
    const guard = createGuard<Request>(
      {
        limiter: see(limiter),
        key: see('a'),
        cost: see(1),
        skip: see(false),
        onLimited: see(undefined),
        respond: see(undefined),
        refundWhen: see(false),
      },
      framework,
    )
    const requests = [from(), from()]
    await asPass(await guard(requests[0]!)).settle?.({ status: 200, aborted: false })
    await guard(requests[1]!)
    const [first, second] = requests
    expect(seen).toEqual([...new Array(5).fill(first), ...new Array(6).fill(second)])
    expect(seen.every((request) => request === first || request === second)).toBe(true)
  })

  it('has headers that a later guard on the same request adds to', async () => {
    const first = createGuard({ limiter: limited(9, 'first') }, framework)
    const second = createGuard({ limiter: limited(5, 'second'), key: () => 'user:1' }, framework)
    const request = from()
    const { headers } = await first(request)
    expect(headers['X-RateLimit-Limit']).toBe('9')
    const later = await second(request)
    expect(headers['X-RateLimit-Limit']).toBe('5')
    expect(headers.RateLimit).toBe('"first";r=8;t=60, "second";r=4;t=60')
    expect(later.headers).toEqual(headers)
    expect((await first(from())).headers.RateLimit).toBe('"first";r=7;t=60')
  })

  it('charges a request once that comes twice at the same time, and reports it once', async () => {
    const decided: string[] = []
    const store = memoryStore()
    const policies = fixedWindow({ limit: 9, window: '1m' })
    const limiter = createLimiter({ store, policies, onDecision: (_, key) => decided.push(key) })
    const guard = createGuard<Request>({ limiter, refundWhen: () => true }, framework)
    const request = from()
    const replies = await Promise.all([guard(request), guard(request)])
    expect(await left(limiter)).toBe(8)
    expect(decided).toEqual(['192.0.2.1'])
    expect(replies[0]?.decision).toBe(replies[1]?.decision)
    for (const reply of replies) await asPass(reply).settle?.({ status: 200, aborted: false })
    expect(await left(limiter)).toBe(9)
  })

  it('warns once of one failure that two guards meet', async () => {
    const warnings: Warning[] = []
    const store = memoryStore()
    let asked = 0
    const failing: Store = { ...store, consume: () => Promise.reject(new StoreError(`away ${++asked}`)) }
    const guard = createGuard<Request>(
      { limiter: limited(1, 'some', failing), onWarning: (one) => warnings.push(one) },
      framework,
    )
    const request = from()
    expect([await guard(request), await guard(request)]).toEqual([
      { pass: true, headers: {}, degraded: true },
      { pass: true, headers: {}, degraded: true },
    ])
    expect([asked, warnings.length]).toEqual([1, 1])
  })

  it('takes a wrong option that shows late for what it is, not for a store that fails', async () => {
    const consume = () => Promise.reject(new OptionsError('Expected `clock` to tell the time'))
    const limiter = limited(1, 'some', { ...memoryStore(), consume })
    for (const onStoreError of ['allow', 'deny'] as const) {
      const guard = createGuard<Request>({ limiter, onStoreError }, framework)
      await expect(guard(from())).rejects.toThrow('`clock`')
    }
  })

  it('goes on when the listener of warnings throws', async () => {
    const consume = () => Promise.reject(new StoreError('away'))
    const onWarning = () => {
      throw new Error('deaf')
    }
    const limiter = limited(1, 'some', { ...memoryStore(), consume })
    expect((await createGuard<Request>({ limiter, onWarning }, framework)(from())).pass).toBe(true)
  })

  it('hands on what a store decided without the shared state', async () => {
    const store = memoryStore()
    const consume: Store['consume'] = async (...args) => ({
      ...(await store.consume(...args)),
      degraded: true,
    })
    const guard = createGuard<Request>({ limiter: limited(1, 'some', { ...store, consume }) }, framework)
    const reply = await guard(from())
    expect(reply.decision).toMatchObject({ degraded: true, remaining: 0 })
    // Numbers of a share would mislead; how long to wait does not.
    expect(reply.headers).toEqual({})
    const refusal = await guard(from())
    expect(refusal).toMatchObject({ pass: false, status: 429 })
    expect(Object.keys(refusal.headers).sort()).toEqual(['Cache-Control', 'Content-Type', 'Retry-After'])
  })

  it('rejects with an error that says what to configure where there is no address', async () => {
    const guard = createGuard({ limiter: limited(1) }, { ...framework, addressSetting: '`trust`' })
    for (const ip of [undefined, '', 'unknown']) {
      const error: unknown = await guard({ ip }).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'RL_OPTIONS' })
      expect(String(error)).toMatch(/address.*configure `trust`; or give `key`/)
    }
    const listed = createGuard<Request>(
      { limiter: limited(1), key: () => 'a', deny: ['192.0.2.1'] },
      framework,
    )
    await expect(listed({})).rejects.toThrow(/address/)
    const throwing = createGuard(
      { limiter: limited(1) },
      {
        address: () => {
          throw undefined
        },
      },
    )
    await expect(throwing({})).rejects.toThrow('`address` failed: undefined')
  })

  it('refuses an answer of `respond` that is none', async () => {
    for (const answer of ['slow down', { text: 'slow down' }, { status: 99 }, { status: '429' }, null]) {
      const guard = createGuard<Request>({ limiter: limited(1), respond: () => answer as object }, framework)
      await guard(from())
      await expect(guard(from())).rejects.toMatchObject({ code: 'RL_OPTIONS' })
    }
  })
})

describe('settling', () => {
  const outcomes = async (
    limiter: Limiter,
    refundWhen: (outcome: RequestOutcome) => unknown,
    warnings: Warning[] = [],
  ) => {
    const guard = createGuard<Request>(
      {
        limiter,
        refundWhen: (_, outcome) => refundWhen(outcome) as boolean,
        onWarning: (warning) => warnings.push(warning),
      },
      framework,
    )
    return asPass(await guard(from())).settle!
  }

  it('asks and gives back once, however often it is called', async () => {
    const limiter = limited(9)
    const seen: unknown[] = []
    const settle = await outcomes(limiter, ({ status, aborted }) => seen.push({ status, aborted }))
    await limiter.consume('192.0.2.1', { cost: 5 })
    await Promise.all([settle({ status: 201, aborted: false }), settle({ status: 500, aborted: true })])
    await settle({ status: 201, aborted: false })
    expect([seen, await left(limiter)]).toEqual([[{ status: 201, aborted: false }], 4])
  })

  it('gives nothing back that was cut off, unless the function looked at that', async () => {
    const cases: [(outcome: RequestOutcome) => unknown, number][] = [
      [() => true, 8],
      [({ status }) => status !== 401, 8],
      [({ status }) => (status as number) < 400, 8],
      [(outcome) => outcome.aborted, 9],
      [async ({ aborted, status }) => aborted || status === 200, 9],
      [({ aborted }) => !aborted, 8],
    ]
    for (const [refundWhen, expected] of cases) {
      const limiter = limited(9)
      await (await outcomes(limiter, refundWhen))({ status: 200, aborted: true })
      expect([String(refundWhen), await left(limiter)]).toEqual([String(refundWhen), expected])
    }
  })

  it('never rejects: what fails goes to `onWarning`', async () => {
    const warnings: Warning[] = []
    const failing = (error: unknown) => () => Promise.reject(error)
    await (await outcomes(limited(9), failing(undefined), warnings))({ status: 200, aborted: false })
    const limiter = { ...limited(9), refund: failing(new StoreError('away')) }
    await (await outcomes(limiter, () => true, warnings))({ status: 200, aborted: false })
    expect(warnings.map(({ code, cause }) => [code, String(cause)])).toEqual([
      ['refund-failed', 'undefined'],
      ['refund-failed', 'StoreError: away'],
    ])
  })

  it('is not asked for where nothing was charged', async () => {
    const limiter = limited(1)
    const options = { limiter, refundWhen: () => true }
    const trial = createGuard<Request>({ ...options, enforce: false }, framework)
    expect(asPass(await trial(from())).settle).toBeTypeOf('function')
    expect(asPass(await trial(from())).settle).toBeUndefined()
    expect(
      asPass(await createGuard<Request>({ limiter: limited(1) }, framework)(from())).settle,
    ).toBeUndefined()
    const skipping = createGuard<Request>({ ...options, skip: () => true }, framework)
    expect(asPass(await skipping(from())).settle).toBeUndefined()
    expect(await createGuard<Request>(options, framework)(from())).not.toHaveProperty('settle')
  })
})
