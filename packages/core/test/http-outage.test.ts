import { describe, expect, it } from 'vitest'
import { memoryStore, StoreError, type Warning } from '../src/index.ts'
import { createOutages } from '../src/outage.ts'

const cause = new StoreError('Redis did not answer within 250 ms')

function outages() {
  const warnings: Warning[] = []
  const clock = { now: 1_700_000_000_000 }
  const all = createOutages(
    (warning) => warnings.push(warning),
    'requests pass',
    () => clock.now,
  )
  return { ...all, warnings, clock, store: memoryStore() }
}

describe('warnings of a store that fails', () => {
  it('C066: come once when it begins, once a minute with a count, and once when it is over', () => {
    const { failed, worked, warnings, clock, store } = outages()
    for (let request = 0; request < 10_000; request++) {
      failed(store, cause)
      clock.now += 13 // over two minutes
    }
    worked(store)
    worked(store)
    const told = [
      `${cause.message}; requests pass`,
      '4616',
      '4616',
      'the store decides again, after 10000 failures',
    ]
    expect(warnings.map(({ code }) => code)).toEqual([
      ...['store-failed', 'store-failed', 'store-failed', 'store-recovered'],
    ])
    for (const [place, text] of told.entries()) expect(warnings[place]?.message).toContain(text)
    expect(warnings[0]).toEqual({ code: 'store-failed', message: told[0], cause })
  })

  it('count each store for itself', () => {
    const { failed, worked, warnings, store } = outages()
    const other = memoryStore()
    failed(store, cause)
    failed(other, cause)
    worked(other)
    failed(store, cause)
    expect(warnings.map(({ code }) => code)).toEqual(['store-failed', 'store-failed', 'store-recovered'])
  })

  it('stop for a minute when it comes and goes all the time, and say so', () => {
    const { failed, worked, warnings, clock, store } = outages()
    for (let time = 0; time < 500; time++) {
      failed(store, 'BUSY')
      worked(store)
      clock.now += 10
    }
    expect(warnings).toHaveLength(10)
    expect(warnings[9]?.message).toMatch(/comes and goes/)
    clock.now += 60_000
    failed(store, 'BUSY')
    expect(warnings[10]?.message).toBe('"BUSY" (496 failures since the last warning); requests pass')
    expect(warnings[10]?.cause).toBe('BUSY')
  })

  it('have the truth for their last word, a minute later, where it came and went', () => {
    const { failed, worked, warnings, clock, store } = outages()
    failed(store, 'BUSY')
    clock.now += 60_000
    for (let time = 0; time < 10; time++) {
      worked(store)
      failed(store, 'BUSY')
    }
    worked(store)
    const told = warnings.length
    expect(warnings.at(-1)?.code).toBe('store-failed')
    clock.now += 59_999
    worked(store)
    expect(warnings).toHaveLength(told)
    clock.now += 1
    for (let time = 0; time < 3; time++) worked(store)
    expect(warnings.slice(told).map(({ code }) => code)).toEqual(['store-recovered'])
    failed(store, 'BUSY')
    expect(warnings.at(-1)?.code).toBe('store-failed')
  })
})
