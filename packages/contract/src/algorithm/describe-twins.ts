import { isDeepStrictEqual } from 'node:util'
import type { Store } from '@rl/core'
import { describe, expect, it } from 'vitest'
import { holdsInWaves } from './in-waves.ts'
import { type Damage, type JointHistory, jointHistories } from './joint-history.ts'
import { createJointRun, type JointRun, make } from './joint-run.ts'
import { createLives } from './lives.ts'
import type { Mode } from './subject.ts'
import type { Twin } from './twin.ts'

const HISTORIES = 2_000

const unique = crypto.randomUUID().slice(0, 8)
let made = 0

const DAMAGE: Record<Damage, (twin: Twin, name: string) => Promise<unknown>> = {
  text: (twin, name) => twin.command('SET', name, 'none of ours', 'PX', 600_000),
  hash: (twin, name) => twin.command('HSET', name, 'level', 'none of ours'),
  set: (twin, name) => twin.command('SADD', name, 'none of ours'),
}

/** A store on Redis and its clock, for one history after another. */
interface Seat {
  readonly redis: Store
  now: () => number
}

function sit(twin: Twin): Seat {
  const seat: Seat = { redis: twin.open(() => seat.now()), now: () => 0 }
  return seat
}

/** A call whose script is not known yet is sent twice, and others started with it may overtake it: so make all known. */
async function warmUp({ redis }: Seat, { policies }: JointRun, key: string): Promise<void> {
  const looks = policies.map((policy) => ({ policy, key, cost: 0 }))
  await Promise.all([1, 2, 3].map(() => redis.consume(looks, { dry: true })))
}

/** Plays a history on both twins and compares all that they say. */
async function playBoth(twin: Twin, seat: Seat, history: JointHistory): Promise<void> {
  const key = `${unique}:${++made}`
  const run = createJointRun(history, key)
  seat.now = () => run.now
  const lives = createLives(run.memory, key)
  for (const [place, { name, algorithm }] of run.policies.entries()) {
    const damage = history.damage[place]
    if (damage) await DAMAGE[damage](twin, `rl1:{${key}}:${name}:${algorithm.id}`)
  }
  if (history.steps.some((step) => step.do === 'together')) await warmUp(seat, run, key)
  for (const [nth, step] of history.steps.entries()) {
    const call = await run.resolve(step)
    if (call === undefined) continue
    const inMemory = await lives.note(call, () => make(run.memory, call))
    run.note(call, inMemory)
    const onRedis = await make(seat.redis, call)
    // Equal to the last sign, and asked the expensive way only where they are not.
    if (isDeepStrictEqual(onRedis, inMemory)) continue
    expect(onRedis, `Redis, beside memory, at step ${nth}`).toStrictEqual(inMemory)
  }
  await lives.expectAll(twin)
}

/**
 * Whatever happens to one to four policies of these modes, Redis and memory say the same of it, field by field: costs
 * of all kinds, also over the capacity, looks, calls made together, refunds of what was charged and of what never was,
 * other numbers under the same names, clocks that step, values that are none of ours. And what is written lives as long
 * as `resetAfterMs` says.
 */
export function describeTwins(name: string, modes: readonly Mode[], twin: Twin): void {
  describe(`${name}: Redis and memory`, () => {
    it(`say the same over ${HISTORIES} histories`, async () => {
      const seats: Seat[] = []
      await holdsInWaves(jointHistories(modes), HISTORIES, (history, place) => {
        seats[place] ??= sit(twin)
        return playBoth(twin, seats[place], history)
      })
    }, 120_000)
  })
}
