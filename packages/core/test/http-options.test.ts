import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import {
  createGuard,
  createLimiter,
  fixedWindow,
  type GuardOptions,
  isOptionsError,
  memoryStore,
  tokenBucket,
} from '../src/index.ts'

interface Request {
  readonly ip?: string
}

const store = memoryStore()
const policies = fixedWindow({ name: 'one', limit: 1, window: '1m' })
const limiter = createLimiter({ store, policies })
const framework = { address: ({ ip }: Request) => ip, addressSetting: '`trust`' }

/** What a guard with such options throws; options are written without types, too. */
function refusal(options: unknown, address = true): string {
  try {
    createGuard(options as GuardOptions<Request>, address ? framework : {})
  } catch (error) {
    if (!isOptionsError(error)) throw error
    return error.message
  }
  return 'nothing'
}

const given = (more: object) => refusal({ limiter, ...more })

describe('the options of a guard', () => {
  it('are a limiter, or a store and policies, and not both', () => {
    expect(refusal({ limiter })).toBe('nothing')
    expect(refusal({ limiter: () => limiter })).toBe('nothing')
    expect(refusal({ store, policies })).toBe('nothing')
    expect(refusal({ store, policies: [policies], onDecision: () => {} })).toBe('nothing')
    expect(refusal({})).toBe('Expected `limiter`, or `store` and `policies`, got neither')
    expect(refusal({ store })).toMatch(/`policies`.*got undefined/)
    expect(refusal({ policies })).toMatch(/`store`.*got undefined/)
    expect(refusal({ store, policies: [] })).toMatch(/`policies`/)
    expect(refusal({ limiter, store })).toMatch(/`limiter` or `store`, got both/)
    expect(refusal({ limiter, policies })).toMatch(/`limiter` or `policies`, got both/)
    expect(refusal({ limiter, onDecision: () => {} })).toMatch(/`onDecision`.*createLimiter/)
    for (const none of [null, 7, 'limiter', {}, [], policies]) {
      expect(refusal({ limiter: none })).toMatch(/`limiter`/)
    }
  })

  it('have known names', () => {
    expect(given({ max: 5 })).toMatch(/"max".*`rateLimit`.*limiter/)
    expect(given({ headers: { drafts: 8 } })).toMatch(/"drafts".*`headers`.*draft/)
    for (const none of [undefined, null, 7, []]) expect(refusal(none)).toMatch(/`options of rateLimit`/)
  })

  it('say what to write when they are something else altogether', () => {
    expect(refusal(limiter)).toBe(
      'Expected `options of rateLimit` to hold a limiter, got the limiter itself; write `{ limiter }`',
    )
    expect(refusal({ limiter: store })).toMatch(/`limiter` to be a limiter/)
    const koaLike = Object.create(Object.create({}), { request: { enumerable: true } })
    for (const request of [
      new IncomingMessage(new Socket()),
      new (class {
        env = {}
      })(),
      koaLike,
    ]) {
      expect(refusal(request)).toMatch(
        /plain object.*if it is a request.*call of it should be: `rateLimit\({ … }\)`$/,
      )
    }
    const foreign = runInNewContext('({ max: 5 })')
    for (const plain of [{ max: 5 }, Object.assign(Object.create(null), { max: 5 }), foreign]) {
      expect(refusal(plain)).toMatch(/^Unknown option "max" of `rateLimit`/)
    }
    const settings = Object.assign(Object.create({ inherited: 1 }), { limiter })
    expect(refusal(settings)).toBe('nothing')
  })

  it("may have some that are the adapter's own", () => {
    const own = { ...framework, options: ['hook'] }
    const options = { limiter, hook: 'late' }
    expect(() => createGuard(options, own)).not.toThrow()
    expect(refusal(options)).toMatch(/^Unknown option "hook".*, onWarning$/)
    expect(() => createGuard({ ...options, hok: 1 } as object as typeof options, own)).toThrow(
      /"hok".*, hook$/,
    )
  })

  it.each(['key', 'skip', 'onLimited', 'respond', 'refundWhen', 'onWarning'])(
    'have a function as %s',
    (name) => {
      for (const value of ['ip', 7, {}, null]) expect(given({ [name]: value })).toContain(`\`${name}\``)
    },
  )

  it('are checked for their values', () => {
    for (const cost of [
      -1,
      0.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '1',
      null,
      [],
      { one: -1 },
      { other: 1 },
    ]) {
      expect(given({ cost })).toMatch(/`cost/)
    }
    expect(refusal({ limiter: () => limiter, cost: { one: '1' } })).toMatch(/`cost/)
    for (const cost of [0, 7, { one: 3 }, () => 7]) expect(given({ cost })).toBe('nothing')
    for (const value of ['open', true, null])
      expect(given({ onStoreError: value })).toMatch(/`onStoreError`.*'allow'/)
    for (const value of ['no', 0, null]) expect(given({ enforce: value })).toMatch(/`enforce`/)
    for (const value of [0, -1, 1.5, '9', null])
      expect(given({ maxKeyLength: value })).toMatch(/`maxKeyLength`/)
    for (const value of [0, 31, 129, '64', null]) expect(given({ ipv6Prefix: value })).toMatch(/`ipv6Prefix`/)
    for (const value of ['10.0.0.0/8', ['nobody'], null]) {
      expect(given({ allow: value })).toMatch(/`allow`/)
      expect(given({ deny: value })).toMatch(/`deny`/)
    }
  })

  it('have headers of a form that exists', () => {
    for (const draft of [5, 12, '8', '08', null, true, 8.5, 'toString']) {
      expect(given({ headers: { draft } })).toMatch(/`headers.draft`.*6, 7, 8, 9, 10, 11 or false/)
    }
    for (const legacy of ['seconds', true, null]) {
      expect(given({ headers: { legacy } })).toMatch(/`headers.legacy`.*'epoch'/)
    }
    for (const jitter of [5, '5', '-1s']) expect(given({ headers: { jitter } })).toMatch(/`headers.jitter`/)
    for (const secret of ['', 7, null]) {
      expect(given({ headers: { partitionSecret: secret } })).toMatch(/`headers.partitionSecret`/)
    }
    for (const headers of ['none', 7, null]) expect(given({ headers })).toMatch(/`options of headers`/)
    for (const draft of [6, 7, 8, 9, 10, 11, false]) expect(given({ headers: { draft } })).toBe('nothing')
  })

  it('have policies whose names a header can carry, if one is to', () => {
    const named = (name: string) => ({
      store: memoryStore(),
      policies: tokenBucket({ name, capacity: 1, refillRate: 1 }),
    })
    for (const name of ['größe', 'a\nb', 'a\u0000', '\u007f', '限']) {
      expect(refusal(named(name))).toMatch(/`name`.*printable ASCII/)
      expect(refusal({ ...named(name), headers: { draft: false } })).toBe('nothing')
      expect(refusal({ ...named(name), headers: false })).toBe('nothing')
    }
    for (const name of ['a b', '"', '\\', ';=,', '~']) expect(refusal(named(name))).toBe('nothing')
  })

  it('need a key where the framework knows no address, and take no lists there', () => {
    expect(refusal({ limiter }, false)).toMatch(/`key` to be given.*address/)
    expect(refusal({ limiter, key: () => 'a' }, false)).toBe('nothing')
    expect(refusal({ limiter, key: () => 'a', deny: [] }, false)).toMatch(/`allow`.*`deny`.*address/)
  })
})
