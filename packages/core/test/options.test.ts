import { describe, expect, it } from 'vitest'
import {
  createLimiter,
  type Duration,
  duration,
  fixedWindow,
  isOptionsError,
  isStoreError,
  leakyBucket,
  memoryStore,
  OptionsError,
  redisStore,
  StoreError,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../src/index.ts'

/** What an untyped caller can do. */
type Loose = (options: Record<string, unknown>) => unknown
const loose = (factory: unknown) => factory as Loose

const own = { evalsha: async () => 0, eval: async () => 0 }
const store = memoryStore()
const bucket = tokenBucket({ capacity: 5, refillRate: 1 })

/** Every factory with options that it takes. */
const FACTORIES: Record<string, { make: Loose; good: Record<string, unknown> }> = {
  tokenBucket: {
    make: loose(tokenBucket),
    good: { name: 'a', capacity: 20, refillRate: 5, refillInterval: '1s', refill: 'interval' },
  },
  fixedWindow: { make: loose(fixedWindow), good: { name: 'a', limit: 10, window: '1m', anchor: 'clock' } },
  slidingWindowLog: { make: loose(slidingWindowLog), good: { name: 'a', limit: 10, window: '1m' } },
  slidingWindowCounter: { make: loose(slidingWindowCounter), good: { name: 'a', limit: 10, window: '1m' } },
  leakyBucket: {
    make: loose(leakyBucket),
    good: { name: 'a', capacity: 10, leakRate: 2, leakInterval: '1s' },
  },
  memoryStore: { make: loose(memoryStore), good: { maxKeys: 10, clock: Date.now } },
  redisStore: {
    make: (options) => loose(redisStore.bind(null, own))(options),
    good: { prefix: 'app:', timeout: '1s', clock: Date.now, onWarning: () => {} },
  },
  createLimiter: {
    make: loose(createLimiter),
    good: { store, policies: [bucket], onWarning: () => {}, onDecision: () => {} },
  },
}

const NUMBERS = new Set(['capacity', 'refillRate', 'limit', 'leakRate', 'maxKeys'])
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
  [new Set(['store']), [undefined, 'memory', memoryStore, { consume: 1 }]],
  [
    new Set(['policies']),
    [undefined, 'a', tokenBucket, [bucket, null], [[bucket]], { name: 'a' }, { ...bucket, name: 1 }],
  ],
]

function thrown(make: () => unknown): OptionsError {
  try {
    make()
  } catch (error) {
    return error as OptionsError
  }
  return expect.unreachable('should have been refused')
}

function expectRefusal(error: OptionsError, option: string, value?: unknown): void {
  expect(error).toBeInstanceOf(OptionsError)
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ name: 'OptionsError', code: 'RL_OPTIONS' })
  expect(error.message).toContain(`\`${option}\``)
  expect(error.message).toMatch(/^Expected .* got /)
  expect(error.message.length).toBeLessThan(260)
  if (typeof value === 'number') expect(error.message).toContain(`got ${value}`)
}

const everyOption = Object.entries(FACTORIES).flatMap(([factory, { good }]) =>
  Object.keys(good).map((option) => [factory, option] as const),
)

describe('every option of every factory', () => {
  it.each(Object.entries(FACTORIES))('is taken when it is right: %s', (_, { make, good }) => {
    expect(() => make(good)).not.toThrow()
  })

  it.each(everyOption)('is refused by its name when it is wrong: %s, %s', (factory, option) => {
    const { make, good } = FACTORIES[factory]!
    const own = NOT_OF.filter(([options]) => options.has(option)).flatMap(([, values]) => values)
    expect(own.length).toBeGreaterThan(0)
    for (const value of [...NEVER, ...own]) {
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

  it('are taken up to the very bound', () => {
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

describe('messages show the way', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'a negative number',
      () => tokenBucket({ capacity: -1, refillRate: 1 }),
      /^Expected `capacity` to be a positive whole number, got -1$/,
    ],
    [
      'half a token',
      () => tokenBucket({ capacity: 1, refillRate: 0.5 }),
      /got 0\.5; half a token a second is refillRate: 1, refillInterval: '2s'/,
    ],
    [
      'a bare number',
      () => fixedWindow({ limit: 1, window: 60_000 as never }),
      /`window` to be a whole number with its unit, such as .*got 60000; write '60000ms'/,
    ],
    ['a text', () => fixedWindow({ limit: '10' as never, window: '1s' }), /got "10"/],
    ['words of another', () => fixedWindow({ limit: 1, window: '1 minute' as never }), /got "1 minute"/],
    [
      'a wrong word',
      () => fixedWindow({ limit: 1, window: '1s', anchor: 'epoch' as never }),
      /`anchor` to be 'first-request' or 'clock', got "epoch"/,
    ],
    ['a duration', () => duration('1 hour'), /^Expected `duration` to be .*, got "1 hour"/],
  ])('%s', (_, make, message) => {
    expect(thrown(make).message).toMatch(message)
  })

  it('and never a whole long text, an inside, or a connection string', () => {
    const secret = `${'x'.repeat(130)}secret`
    const values = [secret, { secret }, [secret], () => secret, `redis://:secret@${'host'.repeat(40)}`]
    const wrong = everyOption.flatMap(([factory, option]) =>
      values.map((value) => () => FACTORIES[factory]!.make({ ...FACTORIES[factory]!.good, [option]: value })),
    )
    const messages = wrong.map((make) => {
      try {
        return String(make())
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(messages.filter((message) => message.startsWith('Expected')).length).toBeGreaterThan(100)
    expect(messages.filter((message) => message.includes('secret'))).toEqual([])
  })
})

describe('duration', () => {
  it('turns a text into a duration that the factories take', () => {
    for (const text of ['1ms', '250ms', '10s', '5m', '1h', '30d']) expect(duration(text)).toBe(text)
    expect(fixedWindow({ limit: 1, window: duration('90s') }).quota.windowMs).toBe(90_000)
    expect(fixedWindow({ limit: 1, window: '36500d' as Duration }).quota.windowMs).toBe(36_500 * 86_400_000)
  })
})

describe('errors', () => {
  it('C087 are recognised by their code, also those of another copy', () => {
    const foreign = Object.assign(new TypeError('Expected'), { name: 'OptionsError', code: 'RL_OPTIONS' })
    expect([foreign, new OptionsError('Expected')].every(isOptionsError)).toBe(true)
    expect(
      [new StoreError('no'), Object.assign(new Error('no'), { code: 'RL_STORE' })].every(isStoreError),
    ).toBe(true)
    for (const other of [null, undefined, 'RL_OPTIONS', new Error('RL_OPTIONS'), new StoreError('no'), {}])
      expect(isOptionsError(other)).toBe(false)
    for (const other of [null, undefined, 'RL_STORE', new Error('RL_STORE'), new OptionsError('no'), {}])
      expect(isStoreError(other)).toBe(false)
    expect(new StoreError('no', { cause: foreign })).toMatchObject({
      name: 'StoreError',
      code: 'RL_STORE',
      cause: foreign,
    })
  })
})
