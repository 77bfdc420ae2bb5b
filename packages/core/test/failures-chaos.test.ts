import { describe, expect, it } from 'vitest'
import { judgeHistory } from '../../../tooling/failures/chaos/judge.ts'
import type { Report, Told } from '../../../tooling/failures/chaos/process.ts'
import { chaos } from '../../../tooling/failures/chaos/run.ts'

// `pnpm chaos` does this for five minutes.
it('C066 chaos: what three processes admit stays within the bounds, and nothing is left over', {
  timeout: 120_000,
}, async () => {
  const { faults, decisions, seed } = await chaos(27_000, Date.now() % 1_000_000_000)
  expect({ seed, faults }).toEqual({ seed, faults: [] })
  expect(decisions.shared).toBeGreaterThan(100)
})

describe('the judge of a chaos run', () => {
  const report = (told: Told[]): Report => ({
    told,
    errors: [],
    rejections: [],
    warnings: 0,
    worstMs: 0,
    heap: [0, 0],
    left: { timers: 0, listeners: 0 },
  })
  const allowed = (count: number, policy: number, at: number, degraded: boolean): Told[] =>
    Array.from({ length: count }, () => [policy, 0, at, true, degraded])

  it.each([0, 1, 2])('sees one too many, shared and alone: policy %s', (policy) => {
    const twelve = allowed(12, policy, 5_000, false)
    expect(judgeHistory([report(twelve), report([])], [])).toEqual([])
    expect(judgeHistory([report(twelve), report(allowed(1, policy, 5_001, false))], [])).toHaveLength(1)
    expect(judgeHistory([report(twelve), report(allowed(12, policy, 5_001, false))], [5_001])).toEqual([])
    expect(judgeHistory([report(allowed(4, policy, 5_000, true))], [])).toEqual([])
    expect(judgeHistory([report(allowed(5, policy, 5_000, true))], [])).toHaveLength(1)
  })
})
