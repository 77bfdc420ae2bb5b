import type { Charge, Outcome, Policy, Store } from '@rl/core'
import { expect } from 'vitest'
import type { JointCall } from './joint-run.ts'
import type { Twin } from './twin.ts'

// With an injected clock every life is so much longer.
const TEST_LIFE_MS = 60_000

const nameOf = (key: string, { name, algorithm }: Policy): string => `rl1:{${key}}:${name}:${algorithm.id}`

/** What the keys of Redis are expected to live: what their last write gave them, since when; 0 is none at all. */
export interface Lives {
  /** Makes a call on the twin in memory, and notes what it writes there and so must write on Redis. */
  note(call: JointCall, answer: () => Promise<unknown>): Promise<unknown>
  expectAll(twin: Twin): Promise<void>
}

export function createLives(memory: Store, key: string): Lives {
  const known = new Map<string, { lifeMs: number; since: number }>()

  function write(policy: Policy, lifeMs: number): void {
    known.set(nameOf(key, policy), { lifeMs, since: performance.now() })
  }

  function noteCharges(charges: readonly Charge[], { verdicts }: Outcome): void {
    if (!verdicts.every(({ allowed }) => allowed)) return
    charges.forEach(({ policy, cost }, place) => {
      if (cost > 0) write(policy, verdicts[place]!.resetAfterMs)
    })
  }

  async function noteRefund(charges: readonly Charge[], answer: () => Promise<unknown>): Promise<unknown> {
    const looks = charges.map((charge) => ({ ...charge, cost: 0 }))
    const { verdicts: before } = await memory.consume(looks, { dry: true })
    const given = await answer()
    const { verdicts: after } = await memory.consume(looks, { dry: true })
    charges.forEach(({ policy }, place) => {
      const { remaining, resetAfterMs } = after[place]!
      if (before[place]!.remaining !== remaining || before[place]!.resetAfterMs !== resetAfterMs)
        write(policy, resetAfterMs)
      // It may have written what cannot be seen.
      else if (given) known.delete(nameOf(key, policy))
    })
    return given
  }

  return {
    async note(call, answer) {
      if (call.do === 'refund') return noteRefund(call.charges, answer)
      const said = await answer()
      if (call.do === 'consume') noteCharges(call.charges, said as Outcome)
      if (call.do === 'together')
        call.calls.forEach((charges, nth) => {
          noteCharges(charges, (said as Outcome[])[nth]!)
        })
      if (call.do === 'reset') for (const { policy } of call.charges) write(policy, 0)
      return said
    },
    async expectAll(twin) {
      for (const [name, { lifeMs, since }] of known) {
        const left = Number(await twin.command('PTTL', name))
        const most = lifeMs === 0 ? -2 : lifeMs + TEST_LIFE_MS
        const least = lifeMs === 0 ? -2 : most - Math.ceil(performance.now() - since) - 1
        expect(left >= least && left <= most, `${name} lives ${left} ms, not ${least} to ${most}`).toBe(true)
      }
      if (known.size > 0) await twin.command('UNLINK', ...known.keys())
    },
  }
}
