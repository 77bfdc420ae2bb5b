import { setTimeout as sleep } from 'node:timers/promises'
import { slotOf } from '../../packages/core/src/redis/slot.ts'
import { until } from '../servers/index.ts'
import { readCharged } from './charged.ts'
import type { Target } from './clients.ts'
import { type Cell, judge } from './judge.ts'
import type { Observed } from './probe.ts'
import type { Row } from './scene.ts'

/** A probe that may live in another process. */
export interface Prober {
  answeredSince(time: number): Promise<boolean> | boolean
  end(): Promise<Observed>
}

export type StartProber = (
  name: string,
  target: Target,
  prefix: string,
) => Promise<Prober | undefined> | Prober | undefined

const HEALTHY_MS = 500
const AFTERWARDS_MS = 700
const LONGEST_WAIT_MS = 30_000

// Of a cluster, the first slots are those that move or lose their primary.
const FIRST_SLOTS = 1_400

/** A prefix of keys whose shared key is where the trouble is. */
function prefixOf(client: string): string {
  for (let nth = 0; ; nth++) {
    const prefix = `${client.replace(' ', '-')}-${nth}`
    if (slotOf(`${prefix}:hot`) < FIRST_SLOTS) return prefix
  }
}

/** Plays one failure to some clients at once; a client that cannot be used there gets no cell. */
export async function runRow(
  row: Row,
  clients: readonly string[],
  start: StartProber,
): Promise<Record<string, Cell>> {
  const scene = await row.start()
  const probes: { name: string; probe: Prober }[] = []
  try {
    if (row.atBoot) await scene.break()
    const started = clients.map(async (name) => ({
      name,
      probe: await start(name, scene.target, prefixOf(name)),
    }))
    for (const { name, probe } of await Promise.all(started)) if (probe) probes.push({ name, probe })
    const answered = async (since: number): Promise<boolean> =>
      (await Promise.all(probes.map(({ probe }) => probe.answeredSince(since)))).every(Boolean)
    if (!row.atBoot) {
      await until(`${row.name}: the first answers`, () => answered(0))
      await sleep(HEALTHY_MS)
    }
    const brokenAt = Date.now()
    if (!row.atBoot) await scene.break()
    await sleep(row.awayMs)
    await scene.heal()
    const healedAt = Date.now()
    await until(`${row.name}: answers again`, () => answered(healedAt), LONGEST_WAIT_MS).catch(() => {})
    await sleep(AFTERWARDS_MS)
    const observed = await Promise.all(
      probes.map(async ({ name, probe }) => [name, await probe.end()] as const),
    )
    const charged = await readCharged(scene.ports())
    const times = { brokenAt, healedAt }
    return Object.fromEntries(observed.map(([name, seen]) => [name, judge(row, times, seen, charged)]))
  } finally {
    await scene.stop()
  }
}
