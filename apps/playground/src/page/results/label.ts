import { infoOf, type PolicySpec } from '../policy/spec.ts'

/** A policy in a few words: `Token bucket 20, 5 per 1s` or `Fixed window 20 per 10s, clock`. */
export function labelOf({ algorithm, options }: PolicySpec): string {
  const { label } = infoOf(algorithm)
  const { capacity, limit, window, refill, anchor } = options
  const words = limit === undefined ? [] : [`${label} ${limit} per ${window ?? '?'}`]
  if (capacity !== undefined) {
    const rate = options.refillRate ?? options.leakRate ?? '?'
    words.push(
      `${label} ${capacity}`,
      `${rate} per ${options.refillInterval || options.leakInterval || '1s'}`,
    )
  }
  if (refill === 'interval') words.push('at intervals')
  if (anchor === 'clock') words.push('by the clock')
  return words.length > 0 ? words.join(', ') : label
}

/** Letters by which policies are told apart on the page. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const

/** A part in per cent, with as many digits as it takes to be no 0. */
export function percentOf(part: number, all: number): string {
  const share = all === 0 ? 0 : (part / all) * 100
  if (share > 0 && share < 0.01) return 'under 0.01 %'
  return `${share.toLocaleString('en', { maximumFractionDigits: 2 })} %`
}

const UTC = { timeZone: 'UTC' } as const
const DAY = 86_400_000

/** Times of the clock at an axis, as finely as its span needs. */
export function clockFormat(spanMs: number): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...UTC,
    ...(spanMs > DAY * 1.1 ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' }),
    ...(spanMs < 300_000 && { second: '2-digit' }),
  })
  return (time) => format.format(time)
}

/** `2015-05-17 10:05:03`, in UTC. */
export const dateText = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ')
