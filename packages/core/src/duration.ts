import { MAX_PRODUCT, unexpected } from './options.ts'

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
type Unit = keyof typeof UNITS

/** A length of time that says its unit: `'250ms'`, `'10s'`, `'5m'`, `'1h'`, `'30d'`. A whole number and a unit. */
export type Duration = `${number}${Unit}`

const FORM = /^(\d{1,16})(ms|s|m|h|d)$/
const EXAMPLE = "a whole number with its unit, such as '250ms', '10s', '5m', '1h' or '30d'"

/** A duration in whole milliseconds, at least 1. Throws an `OptionsError` that names the option. */
export function toMs(name: string, value: unknown): number {
  const match = typeof value === 'string' ? FORM.exec(value) : null
  const ms = match ? Number(match[1]) * UNITS[match[2] as Unit] : 0
  if (ms < 1 || ms > MAX_PRODUCT) {
    const hint = typeof value === 'number' ? `write '${value}ms' if milliseconds are meant` : ''
    throw unexpected(name, EXAMPLE, value, hint)
  }
  return ms
}

/**
 * Turns a text, from the environment say, into a {@link Duration}.
 * @throws OptionsError when the text is no whole number with a unit.
 */
export function duration(text: string): Duration {
  toMs('duration', text)
  return text as Duration
}

/** The shortest text of a length of time: 60 000 becomes `'1m'`, 90 000 `'90s'`. */
export function toText(ms: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find((name) => ms % UNITS[name] === 0) ?? 'ms'
  return `${ms / UNITS[unit]}${unit}`
}
