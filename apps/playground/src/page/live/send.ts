import { addressOf } from '../policy/address.ts'
import type { PolicySpec } from '../policy/spec.ts'

/** One request to make. */
export interface Request {
  readonly key: string
  readonly cost: number
}

/** An answer in full. */
export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** The request, to be made from a terminal. */
  readonly address: string
  readonly tookMs: number
}

/** Makes a request: a real one, through the middleware. Rejects when the server is away. */
export async function send(spec: PolicySpec, { key, cost }: Request): Promise<Answer> {
  const address = addressOf('try', spec, key, cost)
  const start = performance.now()
  const response = await fetch(address, { method: 'POST' })
  const body = await response.text()
  const tookMs = performance.now() - start
  const { status, statusText, headers } = response
  return { status, statusText, headers: [...headers], body, address, tookMs }
}

export interface Peeked {
  readonly allowed: boolean
  readonly remaining: number
  /** `null` where waiting never helps. */
  readonly retryAfterMs: number | null
  readonly resetAfterMs: number
  readonly degraded?: true
}

/** What the limiter's other verbs answer. */
export async function ask<T>(
  verb: 'peek' | 'refund' | 'reset',
  spec: PolicySpec,
  { key, cost }: Request,
): Promise<T> {
  const method = verb === 'peek' ? 'GET' : 'POST'
  const response = await fetch(addressOf(verb, spec, key, cost), { method })
  const body = (await response.json()) as T & { detail?: string }
  if (!response.ok) throw new Error(body.detail ?? `The server answered ${response.status}`)
  return body
}
