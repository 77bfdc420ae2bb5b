import type { Event } from '../page/live/messages.ts'

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

/** An event from another server, or nothing: what comes from outside is looked at closely. */
export function readEvent(value: unknown, server: string): Event | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { at, key, cost, ok, left, resetMs } = value as Record<string, unknown>
  if (![at, cost, left, resetMs].every(isWhole) || typeof key !== 'string' || key.length > 128)
    return undefined
  return {
    at: at as number,
    key,
    cost: cost as number,
    ok: ok === true,
    left: left as number,
    resetMs: resetMs as number,
    server,
  }
}
