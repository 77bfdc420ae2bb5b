import { describe, expect, it } from 'vitest'
import {
  type Duration,
  duration,
  fixedWindow,
  isOptionsError,
  isStoreError,
  OptionsError,
  StoreError,
  tokenBucket,
} from '../src/index.ts'
import { everyOption, FACTORIES, thrown } from './factories.ts'

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
