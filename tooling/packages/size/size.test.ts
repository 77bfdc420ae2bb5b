import { describe, expect, it } from 'vitest'
import { adapterBudgets, coreBudgets } from './budgets.ts'
import { measure } from './measure.ts'

describe('what an application bundles', () => {
  it.each([...coreBudgets, ...adapterBudgets])('is no more than it may be: $title', async (budget) => {
    const { minified, gzip, brotli } = await measure(budget)
    expect(brotli).toBeLessThanOrEqual(budget.most)
    expect(brotli).toBeGreaterThan(200) // there is something in it
    expect(minified).toBeGreaterThan(gzip)
  })

  it('is what is imported, not all of the package', async () => {
    const all = await measure({ folder: 'core' })
    const some = await measure({ folder: 'core', names: ['createLimiter', 'memoryStore', 'fixedWindow'] })
    expect(some.brotli).toBeLessThan(all.brotli / 3)
  })
})
