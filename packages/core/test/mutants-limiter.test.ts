import { describe, expect, it } from 'vitest'
import { createLimiter, type Decision, fixedWindow, memoryStore, type Warning } from '../src/index.ts'

const policies = fixedWindow({ name: 'api', limit: 2, window: '1m' })

describe('a listener of decisions', () => {
  it('is told those of consume, with their keys, and no peek', async () => {
    const told: [Decision, string][] = []
    const onDecision = (decision: Decision, key: string) => void told.push([decision, key])
    const limiter = createLimiter({ store: memoryStore(), policies, onDecision })
    const made = [await limiter.consume('a'), await limiter.consume('b', { cost: 3 })]
    await limiter.peek('a')
    expect(told).toEqual([
      [made[0], 'a'],
      [made[1], 'b'],
    ])
  })

  it('C066 may throw, and nobody but the listener of warnings is told', async () => {
    const warnings: Warning[] = []
    const mistake = new Error('a mistake')
    const limiter = createLimiter({
      store: memoryStore(),
      policies,
      onWarning: (warning) => warnings.push(warning),
      onDecision: () => {
        throw mistake
      },
    })
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 1 })
    expect(warnings).toEqual([
      { code: 'listener-failed', message: expect.stringContaining('onDecision'), cause: mistake },
    ])
  })
})

describe('one name with other numbers', () => {
  const warned = (limits: readonly number[], sameStore = true): Warning[] => {
    const warnings: Warning[] = []
    const shared = memoryStore()
    for (const limit of limits) {
      createLimiter({
        store: sameStore ? shared : memoryStore(),
        policies: fixedWindow({ name: 'api', limit, window: '1m' }),
        onWarning: (warning) => warnings.push(warning),
      })
    }
    return warnings
  }

  it('C059 on one store is reported', () => {
    const message = expect.stringContaining('"api"')
    expect(warned([10, 20])).toEqual([{ code: 'name-reused', message }])
  })

  it('is a matter of one store, and of other numbers', () => {
    expect(warned([10, 20], false)).toEqual([])
    expect(warned([10, 10, 10])).toEqual([])
  })
})
