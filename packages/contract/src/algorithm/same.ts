import type { Verdict } from '@rl/core'
import { expect } from 'vitest'

const FIELDS = ['allowed', 'remaining', 'retryAfterMs', 'resetAfterMs'] as const

/** Expects two verdicts to be equal. Asks the expensive way only where they are not: laws compare millions. */
export function expectSame(actual: Verdict | undefined, expected: Verdict | undefined, what?: string): void {
  if (actual && expected && FIELDS.every((field) => Object.is(actual[field], expected[field]))) return
  expect(actual, what).toEqual(expected)
}

/** Expects two plain values to be equal, as cheaply. */
export function expectIs<T extends number | boolean>(actual: T, expected: T, what?: string): void {
  if (!Object.is(actual, expected)) expect(actual, what).toBe(expected)
}

/** Expects a number to be at most another, as cheaply. */
export function expectAtMost(actual: number, most: number, what?: string): void {
  if (!(actual <= most)) expect(actual, what).toBeLessThanOrEqual(most)
}
