import type { Ended } from './reply.ts'

// For frameworks that answer with the `Response` of the Fetch standard.

/** A response with these headers: the same one where it has them, else a copy, since it may be immutable or shared. */
export function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const names = Object.keys(headers)
  if (names.every((name) => response.headers.get(name) === headers[name])) return response
  const copy = new Response(response.body, response)
  for (const name of names) copy.headers.set(name, headers[name]!)
  return copy
}

/**
 * Settles when a response has ended: its body was read or given up, there is none, or `signal` says that the connection
 * closed. Gives the response to send in place of the one that was made, `undefined` for none.
 */
export function settleFetch(
  settle: (ended: Ended) => Promise<void>,
  request: Request,
  waitUntil: (work: Promise<void>) => void,
): (response: Response | undefined) => Response | undefined {
  let status = 0
  function end(aborted: boolean): void {
    const settling = settle({ status, aborted })
    try {
      waitUntil(settling)
    } catch {
      // Only on the edge a request's work ends with its response.
    }
  }
  const cut = () => end(true)
  if (request.signal.aborted) cut()
  else request.signal.addEventListener('abort', cut)
  return (response) => {
    if (response === undefined) {
      cut()
      return undefined
    }
    status = response.status
    if (response.body === null || request.method === 'HEAD') {
      end(false)
      return response
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    response.body.pipeTo(writable).then(() => end(false), cut)
    return new Response(readable, response)
  }
}
