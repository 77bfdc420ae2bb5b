import { MEMORY_LIMITERS, type MemoryLimiterName } from '../limiters/memory.ts'
import { measure, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'
import { ask } from '../worker.ts'
import type { MemoryLimiterAnswer, MemoryLimiterRequest } from '../workers/memory-limiter.ts'

const OURS: MemoryLimiterName = 'ours'
const PEER: MemoryLimiterName = 'rate-limiter-flexible'
const BARE: MemoryLimiterName = 'a bare map, no limiter'
const LIMITERS = Object.keys(MEMORY_LIMITERS) as MemoryLimiterName[]
const FLAGS = ['--expose-gc', '--max-old-space-size=4096']

/** What is asked: so many keys in turn, within their limits or beyond them. */
interface Case {
  readonly title: string
  readonly keys: number
  readonly denied: boolean
}

const nameOf = (limiter: string, { title }: Case): string => `${limiter}, ${title}`

const subject = (limiter: MemoryLimiterName, asked: Case, effort: Effort): Subject => ({
  name: nameOf(limiter, asked),
  async sample() {
    const calls = Math.min(1_000_000, scaled(effort, 2_500_000, 1_000))
    const { keys, denied } = asked
    const request = { limiter, keys, denied, calls, warmUp: Math.min(300_000, calls) }
    return { ...(await ask<MemoryLimiterRequest, MemoryLimiterAnswer>('memory-limiter.ts', request, FLAGS)) }
  },
})

async function run(effort: Effort): Promise<Report> {
  const show = (keys: number) => keys.toLocaleString('en-US')
  const ofKeys = (keys: number): Case => ({ title: `${show(keys)} keys`, keys, denied: false })
  const hot: Case = { title: 'one key within its limit', keys: 1, denied: false }
  const denied: Case = { title: 'one key beyond its limit', keys: 1, denied: true }
  const many = ofKeys(scaled(effort, 131_072, 100))
  const most = ofKeys(scaled(effort, 1_000_000, 100))
  const cases = [hot, denied, many, most]
  const groups = cases.map((asked) =>
    LIMITERS.filter((limiter) => limiter !== BARE || !asked.denied).map((limiter) =>
      subject(limiter, asked, effort),
    ),
  )
  const samples = await measure(groups, effort.rounds, effort.progress)
  const ratio = (asked: Case, reading: string, limiter = OURS) =>
    samples.ratio(nameOf(limiter, asked), nameOf(PEER, asked), reading)
  return {
    measures: [
      {
        name: `decisions a second, ${hot.title}: ours / rate-limiter-flexible`,
        value: ratio(hot, 'perSecond'),
        goal: { least: 5 },
      },
      {
        name: `the same of a bare map in an async function: what no limiter can pass`,
        value: ratio(hot, 'perSecond', BARE),
      },
      {
        name: `decisions a second, ${denied.title}`,
        value: ratio(denied, 'perSecond'),
        goal: { least: 5 },
      },
      { name: `decisions a second, ${many.title}`, value: ratio(many, 'perSecond'), goal: { least: 1.6 } },
      { name: `heap per key, ${most.title}`, value: ratio(most, 'bytesPerKey'), goal: { most: 0.35 } },
    ],
    tables: [
      {
        title: 'Limiters in memory',
        columns: ['', ...cases.map(({ title }) => `decisions/s, ${title}`), 'bytes per key'],
        rows: LIMITERS.map((limiter) => [
          limiter,
          ...cases.map((asked) =>
            limiter === BARE && asked.denied ? '' : samples.median(nameOf(limiter, asked), 'perSecond'),
          ),
          samples.median(nameOf(limiter, most), 'bytesPerKey'),
        ]),
        note: 'Decisions for a second of CPU time; one call after the other, each awaited. Bytes per key include the key of 24 characters.',
      },
    ],
  }
}

export const local: Suite = { name: 'local', about: 'what one decision costs in memory, without Redis', run }
