import { PROCESSES, SUBJECTS } from './policies.ts'
import type { Report, Told } from './process.ts'

/** The times of those admitted, in order, by policy and key. */
function admitted(told: readonly Told[]): Map<string, { policy: number; times: number[] }> {
  const found = new Map<string, { policy: number; times: number[] }>()
  for (const [policy, key, at, allowed] of told) {
    if (!allowed) continue
    const name = `${SUBJECTS[policy]!.policy.name} ${key}`
    const entry = found.get(name) ?? { policy, times: [] }
    found.set(name, entry)
    entry.times.push(at)
  }
  for (const { times } of found.values()) times.sort((a, b) => a - b)
  return found
}

function excesses(told: readonly Told[], instances: number, who: string): string[] {
  return [...admitted(told)].flatMap(([name, { policy, times }]) => {
    const excess = SUBJECTS[policy]!.excess(times, instances)
    return excess === undefined ? [] : [`${who}: ${name}: ${excess}`]
  })
}

/** What the history of all decisions shows to be wrong. A memory that was lost is judged by itself. */
export function judgeHistory(reports: readonly Report[], emptied: readonly number[]): string[] {
  const shared = reports.flatMap(({ told }) => told.filter(([, , , , degraded]) => !degraded))
  const lifeOf = (at: number): number => emptied.filter((time) => time <= at).length
  const lives = Array.from({ length: emptied.length + 1 }, (_, life) =>
    shared.filter(([, , at]) => lifeOf(at) === life),
  )
  return [
    ...lives.flatMap((told, life) => excesses(told, 1, `Redis, life ${life}`)),
    ...reports.flatMap(({ told }, nth) =>
      excesses(
        told.filter(([, , , , degraded]) => degraded),
        PROCESSES,
        `process ${nth}, alone`,
      ),
    ),
  ]
}
