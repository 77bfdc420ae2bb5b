import { HOT, isAnswered, type Observed, OWN, type Seen, type Stall, TIMEOUT_MS } from './probe.ts'
import type { Row } from './scene.ts'

/** When what happened, ms since the epoch. */
export interface Times {
  readonly brokenAt: number
  readonly healedAt: number
}

/** What Redis holds of each check with a key of its own: for each policy, the times of its charges. */
export type Charged = ReadonlyMap<string, readonly (readonly number[])[]>

/** One cell of the matrix. */
export interface Cell {
  readonly checks: number
  readonly answered: number
  readonly storeErrors: number
  readonly worstMs: number
  /** For how much of what is beyond the deadline in that time the measuring process stood still. */
  readonly stoodMs: number
  /** The worst time without that. */
  readonly worstAwakeMs: number
  readonly wrong: readonly string[]
  /** Charged after it was given up. */
  readonly late: number
  /** Charged in time, but the answer was lost. */
  readonly lost: number
  readonly double: number
  readonly rejections: readonly string[]
  /** From when Redis serves until the client reaches it. */
  readonly reconnectMs: number | undefined
  /** From then until a check was answered by Redis. */
  readonly backMs: number | undefined
  /** What the store errors said, and how often. */
  readonly errors: Readonly<Record<string, number>>
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

const [ONE] = OWN
const LIMIT = ONE!.quota.units

function wrongOwn(seen: Seen, charges: readonly (readonly number[])[], row: Row, times: Times): string[] {
  const [one, two] = charges as [readonly number[], readonly number[]]
  if (one.length !== two.length) return [`half charged: ${one.length} and ${two.length}`]
  if (!isAnswered(seen)) return []
  if (seen.answer === 'denied') return ['denied its first unit']
  const gone = one.length === 0 && row.loses === true && seen.at! <= times.healedAt
  if (one.length === 0 && !gone) return ['allowed and not charged']
  return gone || seen.remaining === LIMIT - one.length ? [] : [`said ${seen.remaining} are left`]
}

/** What a key that all share was told, against what its policy allows. */
function wrongHot(hot: readonly Seen[], row: Row): string[] {
  const wrong: string[] = []
  const { units, windowMs } = HOT.quota
  const most = row.loses ? 2 * units : units // one quota more where memory is lost
  const allowed = hot.flatMap(({ answer, at }) => (answer === 'allowed' ? [at!] : [])).sort((a, b) => a - b)
  const unknown = hot.filter((seen) => !isAnswered(seen))
  allowed.forEach((at, nth) => {
    const earlier = allowed[nth - most]
    if (earlier !== undefined && at - earlier < windowMs) wrong.push(`${most + 1} in ${at - earlier} ms`)
  })
  // What was sent twice was charged twice, so that denials come early.
  if (row.loseReplies) return wrong
  for (const { answer, at } of hot) {
    if (answer !== 'denied') continue
    const charged = allowed.filter((time) => time > at! - windowMs && time <= at!).length
    const perhaps = unknown.filter(
      ({ sentAt }) => sentAt > at! - windowMs - TIMEOUT_MS && sentAt <= at!,
    ).length
    if (charged + perhaps < units) wrong.push(`denied after ${charged} in a window`)
  }
  return wrong
}

function countErrors(checks: readonly Seen[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { answer, message } of checks) {
    if (answer === 'store-error') counts[message!] = (counts[message!] ?? 0) + 1
  }
  return counts
}

/** How many charges were made when the check was answered or given up already. */
const lateness = ({ begunAt, tookMs = 0 }: Seen, charges: readonly number[]): number =>
  charges.filter((at) => at > begunAt + Math.max(tookMs, TIMEOUT_MS) + 1).length

function wrongAny({ answer, message }: Seen): string[] {
  if (answer === undefined) return ['never answered']
  return answer === 'other-error' ? [message!] : []
}

/** How long a check took, and for how much of what was beyond its deadline the process stood still. */
function timeOf({ sentAt, tookMs = Number.POSITIVE_INFINITY }: Seen, stalls: readonly Stall[]) {
  const due = sentAt + TIMEOUT_MS
  const stood = stalls.map(({ from, to }) => Math.min(to, sentAt + tookMs) - Math.max(from, due))
  return { tookMs, stoodMs: sum(stood.filter((ms) => ms > 0)) }
}

function timesOf({ checks, stalls }: Observed): Pick<Cell, 'worstMs' | 'stoodMs' | 'worstAwakeMs'> {
  const times = checks.map((seen) => timeOf(seen, stalls))
  const worst = times.reduce((a, b) => (b.tookMs > a.tookMs ? b : a), { tookMs: 0, stoodMs: 0 })
  const worstAwakeMs = times.reduce((most, { tookMs, stoodMs }) => Math.max(most, tookMs - stoodMs), 0)
  return { worstMs: worst.tookMs, stoodMs: worst.stoodMs, worstAwakeMs }
}

/** Judges what was seen of one client by what Redis holds afterwards. */
export function judge(row: Row, times: Times, observed: Observed, charged: Charged): Cell {
  const { checks, reached, rejections } = observed
  const own = checks
    .filter(({ hot }) => !hot)
    .map((seen) => ({ seen, charges: charged.get(seen.key) ?? [[], []] }))
  const hot = checks.filter((seen) => seen.hot)
  const clientAt = reached.find((at) => at >= times.healedAt)
  const back = hot.find((seen) => seen.sentAt >= times.healedAt && isAnswered(seen))
  return {
    checks: checks.length,
    answered: checks.filter(isAnswered).length,
    storeErrors: checks.filter(({ answer }) => answer === 'store-error').length,
    ...timesOf(observed),
    wrong: [
      ...checks.flatMap(wrongAny),
      ...own.flatMap(({ seen, charges }) => wrongOwn(seen, charges, row, times)),
      ...wrongHot(hot, row),
    ],
    late: sum(own.map(({ seen, charges: [one] }) => lateness(seen, one!))),
    lost: sum(
      own.map(({ seen, charges: [one] }) => (isAnswered(seen) ? 0 : one!.length - lateness(seen, one!))),
    ),
    double: own.filter(({ charges: [one] }) => one!.length > 1).length,
    rejections,
    reconnectMs: clientAt === undefined ? undefined : clientAt - times.healedAt,
    backMs: back && Math.max(0, back.sentAt + back.tookMs! - (clientAt ?? times.healedAt)),
    errors: countErrors(checks),
  }
}
