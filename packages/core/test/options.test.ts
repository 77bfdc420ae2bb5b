import { describe, expect, it } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  leakyBucket,
  memoryStore,
  OptionsError,
  redisStore,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'
import { bucket, everyOption, FACTORIES, own, store, thrown } from './factories.ts'

const NUMBERS = new Set(['capacity', 'refillRate', 'limit', 'leakRate', 'maxKeys', 'maxAbandoned'])
const DURATIONS = new Set(['refillInterval', 'window', 'leakInterval', 'timeout'])
const FUNCTIONS = new Set(['clock', 'onWarning', 'onDecision'])
const REQUIRED = new Set(['capacity', 'refillRate', 'limit', 'leakRate', 'window', 'store', 'policies'])
const WORDS = new Set(['refill', 'anchor'])

const NEVER: readonly unknown[] = [null, Number.NaN, 7.5, true, {}, [], Symbol('s'), 10n]
const NOT_OF: [Set<string>, readonly unknown[]][] = [
  [NUMBERS, [Infinity, -Infinity, -1, 0, -0, 0.5, '10', '', 2 ** 53, 1e21, () => 1]],
  [
    DURATIONS,
    [
      60_000,
      0,
      '',
      '60000',
      '1 minute',
      '0s',
      '-1s',
      '1.5s',
      'Infinityms',
      '1S',
      ' 1s',
      '1s ',
      '1e3ms',
      '1w',
      '99999999999999999999d',
      '9007199254740991ms',
      () => '1s',
    ],
  ],
  [FUNCTIONS, [0, 'a', 1_700_000_000_000]],
  [WORDS, ['', 'Interval', 'clock ', 'greedy', 0, () => 'clock']],
  [new Set(['name']), ['', 'x'.repeat(129), '\ud800', 0, () => 'a']],
  [new Set(['prefix']), ['{', 'a}b', 'x'.repeat(129), '\udfff', 0, () => 'a']],
  [
    new Set(['batch']),
    ['a', 0, 64, true, { max: 0 }, { max: '5' }, { max: 1_001 }, { max: Number.NaN }, () => 1],
  ],
  [new Set(['store']), [undefined, 'memory', memoryStore, { consume: 1 }]],
  [
    new Set(['policies']),
    [undefined, 'a', tokenBucket, [bucket, null], [[bucket]], { name: 'a' }, { ...bucket, name: 1 }],
  ],
]

function expectRefusal(error: OptionsError, option: string, value?: unknown): void {
  expect(error).toBeInstanceOf(OptionsError)
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ name: 'OptionsError', code: 'RL_OPTIONS' })
  expect(error.message).toContain(`\`${option}\``)
  expect(error.message).toMatch(/^Expected .* got /)
  expect(error.message.length).toBeLessThan(260)
  if (typeof value === 'number') expect(error.message).toContain(`got ${value}`)
}

describe('every option of every factory', () => {
  it.each(Object.entries(FACTORIES))('is taken when it is right: %s', (_, { make, good }) => {
    expect(() => make(good)).not.toThrow()
  })

  it.each(everyOption)('C028 is refused by its name when it is wrong: %s, %s', (factory, option) => {
    const { make, good } = FACTORIES[factory]!
    const values = NOT_OF.filter(([options]) => options.has(option)).flatMap(([, wrong]) => wrong)
    expect(values.length).toBeGreaterThan(0)
    for (const value of [...NEVER, ...values]) {
      expectRefusal(
        thrown(() => make({ ...good, [option]: value })),
        option,
        value,
      )
    }
  })

  it.each(everyOption)('can be left out unless it is needed: %s, %s', (factory, option) => {
    const { make, good } = FACTORIES[factory]!
    const { [option]: _, ...others } = good
    for (const options of [others, { ...others, [option]: undefined }]) {
      if (REQUIRED.has(option))
        expectRefusal(
          thrown(() => make(options)),
          option,
        )
      else expect(() => make(options)).not.toThrow()
    }
  })

  it.each(Object.entries(FACTORIES))(
    'is refused when there is none of its name: %s',
    (factory, { make, good }) => {
      for (const option of ['nmae', 'keyPrefix', '__proto__', 'constructor', 'x'.repeat(1_000)]) {
        const options = Object.defineProperty({ ...good }, option, { value: 1, enumerable: true })
        const { message, code } = thrown(() => make(options))
        expect(code).toBe('RL_OPTIONS')
        expect(message).toContain(`Unknown option "${option.slice(0, 40)}`)
        expect(message).toContain(factory)
        for (const name of Object.keys(good)) expect(message).toContain(name)
        expect(message.length).toBeLessThan(260)
      }
    },
  )

  it.each(Object.entries(FACTORIES))('is wanted in an object: %s', (factory, { make }) => {
    for (const options of [null, 5, 'a', [], () => ({})]) {
      const { message } = thrown(() => make(options as never))
      expect(message).toMatch(`Expected \`options of ${factory}\` to be an object, got `)
    }
  })
})

describe('options together', () => {
  it.each<[string, () => unknown, string, string]>([
    [
      'tokenBucket',
      () => tokenBucket({ capacity: 2 ** 40, refillRate: 1, refillInterval: '1h' }),
      'capacity',
      'refillInterval',
    ],
    ['slidingWindowCounter', () => slidingWindowCounter({ limit: 2 ** 40, window: '1h' }), 'limit', 'window'],
    [
      'leakyBucket',
      () => leakyBucket({ capacity: 2 ** 40, leakRate: 1, leakInterval: '1h' }),
      'capacity',
      'leakInterval',
    ],
  ])('are refused when their product is out of bounds: %s', (_, make, first, second) => {
    const { message } = thrown(make)
    expect(message).toContain(`\`${first}\` × \`${second}\``)
    expect(message).toContain(`${2 ** 40} × 3600000`)
  })

  it('C030 are taken up to the very bound', () => {
    const bound = 2 ** 53 - 2
    expect(() => tokenBucket({ capacity: bound / 2, refillRate: 1, refillInterval: '2ms' })).not.toThrow()
    expect(() => tokenBucket({ capacity: bound / 2 + 1, refillRate: 1, refillInterval: '2ms' })).toThrow(
      OptionsError,
    )
    expect(() => fixedWindow({ limit: bound, window: '1s' })).not.toThrow()
    expect(() => fixedWindow({ limit: bound + 1, window: '1s' })).toThrow(/up to 9007199254740990/)
    expect(() => slidingWindowLog({ limit: 100_000, window: '1s' })).not.toThrow()
    expect(thrown(() => slidingWindowLog({ limit: 100_001, window: '1s' })).message).toContain(
      'slidingWindowCounter',
    )
  })

  it('say of a batch what of it is wrong', () => {
    const make = (batch: unknown) => () => redisStore(own, { batch } as object)
    for (const batch of [false, undefined, {}, { max: undefined }, { max: 1 }, { max: 1_000 }])
      expect(make(batch)).not.toThrow()
    for (const batch of [null, true, 0, 64, 'a', [], () => 1])
      expect(thrown(make(batch)).message).toMatch(/`.*batch`/)
    for (const max of [0, -1, 0.5, '5', 1_001, Number.NaN, Infinity])
      expectRefusal(thrown(make({ max })), 'batch.max', max)
    expect(thrown(make({ size: 1 })).message).toBe('Unknown option "size" of `batch`, expected one of: max')
  })

  it('are refused when two policies have one name, or there is none, or too many', () => {
    const many = Array.from({ length: 17 }, (_, nth) => fixedWindow({ limit: nth + 1, window: '1s' }))
    expect(() => createLimiter({ store, policies: many.slice(1) })).not.toThrow()
    for (const policies of [
      [],
      many,
      [bucket, bucket],
      [bucket, fixedWindow({ name: bucket.name, limit: 1, window: '1s' })],
    ])
      expectRefusal(
        thrown(() => createLimiter({ store, policies })),
        'policies',
      )
    expect(thrown(() => createLimiter({ store, policies: [bucket, bucket] })).message).toContain(
      `"${bucket.name}" twice`,
    )
  })
})
