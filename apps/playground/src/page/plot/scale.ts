/** From values to pixels. */
export interface Scale {
  (value: number): number
  readonly domain: readonly [number, number]
  readonly invert: (pixel: number) => number
}

export function scale(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [from, to] = domain
  const [start, end] = range
  const span = to - from || 1
  const map = (value: number) => start + ((value - from) / span) * (end - start)
  return Object.assign(map, {
    domain,
    invert: (pixel: number) => from + ((pixel - start) / (end - start || 1)) * span,
  })
}

/** Round values in a domain, at most `most` of them, as people count: steps of 1, 2 or 5 times a power of ten. */
export function ticks([from, to]: readonly [number, number], most: number): number[] {
  const span = to - from
  if (!(span > 0) || most < 1) return []
  const power = 10 ** Math.floor(Math.log10(span / most))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => span / size <= most) ?? 10 * power
  const first = Math.ceil(from / step - 1e-9)
  return Array.from(
    { length: Math.floor(to / step + 1e-9) - first + 1 },
    (_, place) => (first + place) * step,
  )
}

const TIME_STEPS = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30],
  ...[60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800],
].map((seconds) => seconds * 1_000)

/** Round times (ms) in a domain: whole seconds, minutes, hours. */
export function timeTicks([from, to]: readonly [number, number], most: number): number[] {
  const span = to - from
  const step = TIME_STEPS.find((size) => span / size <= most) ?? TIME_STEPS.at(-1)!
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, place) => (first + place) * step)
}

/** A length of time (ms) as a person says it: `250 ms`, `1.5 s`, `2 min`, `3 h`. */
export function toTimeText(ms: number): string {
  const size = Math.abs(ms)
  const say = (value: number, unit: string) => `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`
  if (size < 1_000) return `${Math.round(ms)} ms`
  if (size < 60_000) return say(ms / 1_000, 's')
  if (size < 3_600_000) return say(ms / 60_000, 'min')
  if (size < 172_800_000) return say(ms / 3_600_000, 'h')
  return say(ms / 86_400_000, 'd')
}

const NUMBERS = new Intl.NumberFormat('en', { maximumFractionDigits: 2 }) // slow to make, so it is made once

/** A number with thin spaces between its thousands: `1 000 000`. */
export const toNumberText = (value: number): string => NUMBERS.format(value).replaceAll(',', '\u202f')
