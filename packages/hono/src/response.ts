import type { Ended } from '@rl/core'
import type { Context, Next } from 'hono'

/** Puts another body under the response. The one that is there may be immutable, or serve many requests: this makes a copy. */
function replaceBody(c: Context, body: ReadableStream<Uint8Array> | null): void {
  const copy = new Response(body, c.res)
  c.res = undefined // else its setter would merge the two
  c.res = copy
}

/** Sets headers on the response to come, or on the one that is there, whoever made it. */
export function setHeaders(c: Context, headers: Readonly<Record<string, string>> = {}): void {
  const all = Object.entries(headers)
  if (!c.finalized) {
    for (const [name, value] of all) c.header(name, value)
    return
  }
  const missing = all.filter(([name, value]) => c.res.headers.get(name) !== value)
  if (missing.length > 0) replaceBody(c, c.res.body)
  for (const [name, value] of missing) c.res.headers.set(name, value)
}

/** Goes on, and settles when the response has ended: its body was read or given up, or the connection closed. */
export async function settled(
  c: Context,
  next: Next,
  settle: (ended: Ended) => Promise<void>,
): Promise<void> {
  let status = 0
  function end(aborted: boolean): void {
    const settling = settle({ status, aborted })
    try {
      c.executionCtx.waitUntil(settling)
    } catch {
      // Only on the edge a request's work ends with its response.
    }
  }
  const cut = () => end(true)
  const { signal } = c.req.raw
  if (signal.aborted) cut()
  else signal.addEventListener('abort', cut)
  await next().finally(() => c.finalized || cut()) // only the first end counts
  status = c.res.status
  const { body } = c.res
  if (body === null || c.req.method === 'HEAD') return end(false)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  body.pipeTo(writable).then(() => end(false), cut)
  replaceBody(c, readable)
}
