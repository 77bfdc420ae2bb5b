import { memoryStore, type Policy, type Store, type Verdict } from '@rl/core'
import { LATEST, msOf, NONE, unitsOf } from './amounts.ts'
import type { Amount, History, Step } from './history.ts'
import { expectSound } from './sound.ts'

/** What a key was charged, and can be given back. */
export interface Charged {
  readonly policy: Policy
  readonly cost: number
  readonly at: number
  readonly verdict: Verdict
  /** Whether it was asked back. */
  asked: boolean
  /** Whether anything was given back. */
  given: boolean
}

/** A step in numbers, so that several keys can be given exactly the same. */
export type Call =
  | { do: 'consume' | 'peek'; cost: number }
  | { do: 'refund'; charged: Charged }
  | { do: 'reset' }
  | { do: 'move'; to: number }
  | { do: 'change'; policy: Policy }

/** A history on its way, in memory, under a clock that only it moves. */
export interface Run {
  readonly store: Store
  now: number
  policy: Policy
  /** What the key `main` was charged, oldest first. */
  readonly charged: Charged[]
  peek(cost: number, key?: string): Promise<Verdict>
  consume(cost: number, key?: string): Promise<Verdict>
  refund(charged: Charged, key?: string): Promise<boolean>
  /** What a step means now for the key `main`. */
  resolve(step: Step): Promise<Call>
  /** Makes a call; gives the verdict, if there is one. */
  make(call: Call, key?: string): Promise<Verdict | undefined>
}

/** A charge of the key `main` that was not given back yet. */
const pick = (charged: readonly Charged[], nth: number): Charged | undefined => {
  const open = charged.filter(({ asked }) => !asked)
  return open[open.length - 1 - (nth % open.length)]
}

export function createRun({ start, policies }: History): Run {
  const charged: Charged[] = []
  let last = NONE

  async function ask(cost: number, key: string, dry: boolean): Promise<Verdict> {
    const { policy, now } = run
    const { verdicts, at } = await run.store.consume([{ policy, key, cost }], { dry })
    const verdict = verdicts[0]!
    if (at !== now) throw new Error(`decided at ${at}, not at ${now}`)
    expectSound(verdict, policy, cost)
    if (key !== 'main') return verdict
    if (!dry && verdict.allowed && cost > 0)
      charged.push({ policy, cost, at, verdict, asked: false, given: false })
    return verdict
  }

  async function costOf(amount: Amount): Promise<number> {
    const remaining = 'left' in amount ? (await run.peek(0)).remaining : 0
    return unitsOf(amount, run.policy, remaining)
  }

  const run: Run = {
    store: memoryStore({ clock: () => run.now }),
    now: start,
    policy: policies[0]!,
    charged,
    peek: (cost, key = 'main') => ask(cost, key, true),
    consume: (cost, key = 'main') => ask(cost, key, false),
    async refund(charge, key = 'main') {
      const { policy, cost, at } = charge
      const given = await run.store.refund([{ policy, key, cost }], at)
      if (key === 'main') Object.assign(charge, { asked: true, given })
      return given
    },
    async resolve(step) {
      switch (step.do) {
        case 'consume':
        case 'peek':
          return { do: step.do, cost: await costOf(step.cost) }
        case 'wait':
          return {
            do: 'move',
            to: Math.max(run.now, Math.min(LATEST, run.now + msOf(step.pause, run.policy, last))),
          }
        case 'back':
          return { do: 'move', to: Math.max(0, run.now - msOf(step.pause, run.policy, last)) }
        case 'refund': {
          const found = pick(charged, step.nth)
          return found ? { do: 'refund', charged: found } : { do: 'peek', cost: 0 }
        }
        case 'change':
          return { do: 'change', policy: policies[step.nth % policies.length]! }
        default:
          return step
      }
    },
    async make(call, key = 'main') {
      switch (call.do) {
        case 'consume':
        case 'peek': {
          const verdict = await run[call.do](call.cost, key)
          if (key === 'main') last = verdict
          return verdict
        }
        case 'refund':
          await run.refund(call.charged, key)
          return undefined
        case 'reset':
          if (key === 'main') charged.length = 0
          await run.store.reset([{ policy: run.policy, key, cost: 0 }])
          return undefined
        case 'move':
          run.now = call.to
          return undefined
        default:
          run.policy = call.policy
          return undefined
      }
    },
  }
  return run
}
