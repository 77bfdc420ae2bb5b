import { MEMORY_LIMITERS, type MemoryLimiterName } from '../limiters/memory.ts'
import { measure, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'
import { ask } from '../worker.ts'
import type { MemoryLimiterAnswer, MemoryLimiterRequest } from '../workers/memory-limiter.ts'

const OURS: MemoryLimiterName = 'ours'
const PEER: MemoryLimiterName = 'rate-limiter-flexible'
const LIMITERS = Object.keys(MEMORY_LIMITERS) as MemoryLimiterName[]

const nameOf = (limiter: string, keys: number): string => `${limiter}, ${keys}`

const subject = (limiter: MemoryLimiterName, keys: number, effort: Effort): Subject => ({
  name: nameOf(limiter, keys),
  async sample() {
    const calls = Math.min(1_000_000, scaled(effort, 2_500_000, 1_000))
    const warmUp = Math.min(300_000, calls)
    const flags = ['--expose-gc', '--max-old-space-size=4096']
    return {
      ...(await ask<MemoryLimiterRequest, MemoryLimiterAnswer>(
        'memory-limiter.ts',
        { limiter, keys, calls, warmUp },
        flags,
      )),
    }
  },
})

async function run(effort: Effort): Promise<Report> {
  const many = scaled(effort, 131_072, 100)
  const most = scaled(effort, 1_000_000, 100)
  const counts = [1, many, most]
  const groups = counts.map((keys) => LIMITERS.map((limiter) => subject(limiter, keys, effort)))
  const samples = await measure(groups, effort.rounds, effort.progress)
  const ratio = (keys: number, reading: string) =>
    samples.ratio(nameOf(OURS, keys), nameOf(PEER, keys), reading)
  const show = (keys: number) => keys.toLocaleString('en-US')
  return {
    measures: [
      {
        name: 'decisions a second, one key: ours / rate-limiter-flexible',
        value: ratio(1, 'perSecond'),
        goal: { least: 5 },
      },
      {
        name: `decisions a second, ${show(many)} keys`,
        value: ratio(many, 'perSecond'),
        goal: { least: 1.6 },
      },
      { name: `heap per key, ${show(most)} keys`, value: ratio(most, 'bytesPerKey'), goal: { most: 0.35 } },
    ],
    tables: [
      {
        title: 'Limiters in memory',
        columns: [
          '',
          ...counts.map((keys) => `decisions/s, ${show(keys)} ${keys === 1 ? 'key' : 'keys'}`),
          'bytes per key',
        ],
        rows: LIMITERS.map((limiter) => [
          limiter,
          ...counts.map((keys) => samples.median(nameOf(limiter, keys), 'perSecond')),
          samples.median(nameOf(limiter, most), 'bytesPerKey'),
        ]),
        note: 'Decisions for a second of CPU time; one call after the other, each awaited. Bytes per key include the key of 24 characters.',
      },
    ],
  }
}

export const local: Suite = { name: 'local', about: 'what one decision costs in memory, without Redis', run }
