/** A whole number from a field, or another where it holds none. */
export function toWhole(text: string, otherwise: number, min: number, max: number): number {
  const value = text === '' ? Number.NaN : Math.trunc(Number(text))
  return Number.isNaN(value) ? otherwise : Math.min(max, Math.max(min, value))
}
