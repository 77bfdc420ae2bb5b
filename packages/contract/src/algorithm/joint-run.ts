import { type Charge, memoryStore, type Outcome, type Policy, type Store } from '@rl/core'
import { LATEST, msOf, NONE, unitsOf } from './amounts.ts'
import type { Amount } from './history.ts'
import type { JointHistory, JointStep } from './joint-history.ts'

/** A call as both stores are given it. */
export type JointCall =
  | { do: 'consume' | 'peek'; charges: Charge[] }
  | { do: 'together'; calls: Charge[][] }
  | { do: 'refund'; charges: Charge[]; at: number }
  | { do: 'reset'; charges: Charge[] }

export interface JointRun {
  now: number
  policies: readonly Policy[]
  readonly memory: Store
  /** What a step means now; a call that both stores are given, or nothing where only the clock or the numbers moved. */
  resolve(step: JointStep): Promise<JointCall | undefined>
  /** Notes what the memory store said of a call. */
  note(call: JointCall, said: unknown): void
}

export function createJointRun({ start, lists }: JointHistory, key: string): JointRun {
  const charged: { charges: Charge[]; at: number }[] = []
  let last: Outcome | undefined

  const chargesOf = (costs: readonly number[]): Charge[] =>
    run.policies.map((policy, place) => ({ policy, key, cost: costs[place] ?? 0 }))

  async function chargesFor(amounts: readonly Amount[]): Promise<Charge[]> {
    const { verdicts } = await run.memory.consume(chargesOf([]), { dry: true })
    return chargesOf(
      run.policies.map((policy, place) => unitsOf(amounts[place]!, policy, verdicts[place]!.remaining)),
    )
  }

  function pauseOf({ pause, by }: JointStep & { do: 'wait' | 'back' }): number {
    const place = by % run.policies.length
    return msOf(pause, run.policies[place]!, last?.verdicts[place] ?? NONE)
  }

  function refundOf({ nth, late, more }: JointStep & { do: 'refund' }): JointCall {
    const found = charged[charged.length - 1 - (nth % charged.length)] ?? {
      charges: chargesOf([]),
      at: run.now,
    }
    const charges = found.charges.map((charge) => ({ ...charge, cost: charge.cost + more }))
    return { do: 'refund', charges, at: Math.max(0, found.at + late) }
  }

  const run: JointRun = {
    now: start,
    policies: lists[0]!,
    memory: memoryStore({ clock: () => run.now }),
    async resolve(step) {
      switch (step.do) {
        case 'consume':
        case 'peek':
          return { do: step.do, charges: await chargesFor(step.costs) }
        case 'together':
          return { do: 'together', calls: await Promise.all(step.calls.map(chargesFor)) }
        case 'refund':
          return refundOf(step)
        case 'reset':
          return { do: 'reset', charges: chargesOf([]) }
        case 'wait':
          run.now = Math.max(run.now, Math.min(LATEST, run.now + pauseOf(step)))
          return undefined
        case 'back':
          run.now = Math.max(0, run.now - pauseOf(step))
          return undefined
        default:
          run.policies = lists[step.nth % lists.length]!
          return undefined
      }
    },
    note(call, said) {
      if (call.do !== 'consume') return
      last = said as Outcome
      if (last.verdicts.every(({ allowed }) => allowed)) charged.push({ charges: call.charges, at: last.at })
    },
  }
  return run
}

/** Makes a call on a store; calls together are not awaited one by one. */
export async function make(store: Store, call: JointCall): Promise<unknown> {
  switch (call.do) {
    case 'consume':
      return store.consume(call.charges)
    case 'peek':
      return store.consume(call.charges, { dry: true })
    case 'together':
      return Promise.all(call.calls.map((charges) => store.consume(charges)))
    case 'refund':
      return store.refund(call.charges, call.at)
    default:
      return store.reset(call.charges)
  }
}
