import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configuration } from '../src/page/configuration.ts'
import { flag, number, oneOf, policies, policy, text, whole } from '../src/page/fields.ts'
import { ALGORITHM_NAMES, infoOf, type PolicySpec, specOf } from '../src/page/policy/spec.ts'
import { fromText, toText } from '../src/page/policy/text.ts'
import { parseAddress, readSection, section, toHash, writeSection } from '../src/page/state.ts'

const specs: fc.Arbitrary<PolicySpec> = fc.constantFrom(...ALGORITHM_NAMES).chain((algorithm) => {
  const value = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  const names = infoOf(algorithm).options.map(({ name }) => [name, value])
  return fc
    .record(Object.fromEntries(names) as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] })
    .map((options) => ({ algorithm, options: options as Record<string, string> }))
})

const every = section('every', {
  word: text('', 40),
  count: whole(3, 1, 9),
  share: number(99.9, 50, 100),
  on: flag(true),
  tab: oneOf(['a', 'b'], 'a'),
  one: policy(),
  list: policies([specOf('leakyBucket')], 3),
})

describe('the state in the address', () => {
  it('a policy is the same after a link', () => {
    fc.assert(fc.property(specs, (spec) => void expect(fromText(toText(spec))).toEqual(spec)))
  })

  it('all values are the same after a link', () => {
    const values = fc.record({
      word: fc.string({ maxLength: 20, unit: 'grapheme' }),
      count: fc.integer({ min: 1, max: 9 }),
      share: fc.double({ min: 50, max: 100, noNaN: true }),
      on: fc.boolean(),
      tab: fc.constantFrom('a' as const, 'b' as const),
      one: specs,
      list: fc.array(specs, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(values, (given) => {
        const hash = toHash({ tab: 'tune', values: writeSection(every, given, new Map()) })
        const { tab, values: read } = parseAddress(hash)
        expect(tab).toBe('tune')
        expect(readSection(every, read)).toEqual(given)
      }),
    )
  })

  it('what makes no sense is the default, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (garbage, query) => {
        for (const hash of [garbage, `#live?${query}`, `#live?every.one=${garbage}&every.count=${query}`]) {
          const { values } = parseAddress(hash)
          const { count, tab } = readSection(every, values)
          expect(count).toBeGreaterThanOrEqual(1)
          expect(['a', 'b']).toContain(tab)
          readSection(configuration, values)
        }
      }),
    )
    expect(
      readSection(every, parseAddress('#live?every.count=1e9&every.share=x&every.list=!!').values),
    ).toMatchObject({
      count: 9,
      share: 99.9,
      list: [specOf('leakyBucket')],
    })
  })

  it('a value that is the default is not written', () => {
    expect(
      toHash({ tab: 'live', values: writeSection(configuration, { cost: 1, key: 'user:123' }, new Map()) }),
    ).toBe('#live')
  })
})
