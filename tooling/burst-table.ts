// What each algorithm does with one burst, as the Markdown table of docs/algorithms.md. Prints it:
//   pnpm burst-table
import {
  createLimiter,
  fixedWindow,
  type Limiter,
  leakyBucket,
  memoryStore,
  type Policy,
  slidingWindowCounter,
  slidingWindowLog,
  tokenBucket,
} from '../packages/core/src/index.ts'

/** The algorithms with their modes, at ten in ten seconds. */
export const POLICIES: readonly [string, Policy][] = [
  ['token bucket', tokenBucket({ capacity: 10, refillRate: 1 })],
  [
    "token bucket, `refill: 'interval'`",
    tokenBucket({ capacity: 10, refillRate: 10, refillInterval: '10s', refill: 'interval' }),
  ],
  ['fixed window', fixedWindow({ limit: 10, window: '10s' })],
  ["fixed window, `anchor: 'clock'`", fixedWindow({ limit: 10, window: '10s', anchor: 'clock' })],
  ['sliding window log', slidingWindowLog({ limit: 10, window: '10s' })],
  ['sliding window counter', slidingWindowCounter({ limit: 10, window: '10s' })],
  ['leaky bucket', leakyBucket({ capacity: 10, leakRate: 1 })],
]

const HEADER = [
  'ten in ten seconds: one request at 3 s, then …',
  '15 at once at 8 s: admitted',
  'retry after',
  'all back after',
  '15 more at 13 s: admitted',
  'or one a second from 9 s on: most in any 10 s',
]

const EPOCH = 1_700_000_000_000

/** A limiter of its own for one history, whose calls say at which second they come. */
export function history(policy: Policy): { limiter: Limiter; at: (seconds: number) => void } {
  let now = EPOCH
  const limiter = createLimiter({ store: memoryStore({ clock: () => now }), policies: policy })
  return {
    limiter,
    at: (seconds) => {
      now = EPOCH + seconds * 1_000
    },
  }
}

async function admitted(limiter: Limiter, requests: number): Promise<number> {
  let count = 0
  for (let request = 0; request < requests; request++) {
    const { allowed } = await limiter.consume('a client')
    if (allowed) count++
  }
  return count
}

const seconds = (ms: number): string => `${ms / 1_000} s`

async function row(name: string, policy: Policy): Promise<string[]> {
  const bursts = history(policy)
  bursts.at(3)
  await admitted(bursts.limiter, 1)
  bursts.at(8)
  const first = await admitted(bursts.limiter, 15)
  const { retryAfterMs, resetAfterMs } = await bursts.limiter.peek('a client')
  bursts.at(13)
  const second = await admitted(bursts.limiter, 15)

  const steady = history(policy)
  const inSecond: number[] = []
  for (let at = 0; at < 60; at++) {
    steady.at(at)
    inSecond.push(await admitted(steady.limiter, at === 8 ? 15 : at === 3 || at > 8 ? 1 : 0))
  }
  const spans = inSecond.map((_, from) => inSecond.slice(from, from + 10).reduce((a, b) => a + b, 0))
  return [name, first, seconds(retryAfterMs), seconds(resetAfterMs), second, Math.max(...spans)].map(String)
}

/** The table, in Markdown. */
export async function burstTable(): Promise<string> {
  const rows: string[][] = []
  for (const [name, policy] of POLICIES) rows.push(await row(name, policy))
  const lines = [HEADER, HEADER.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (import.meta.main) console.log(await burstTable())
