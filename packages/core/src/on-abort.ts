interface Shared {
  readonly calls: Set<() => void>
  readonly listener: () => void
}

const shared = new WeakMap<AbortSignal, Shared>()

function share(signal: AbortSignal): Shared {
  const calls = new Set<() => void>()
  const listener = (): void => {
    for (const call of calls) call()
  }
  signal.addEventListener('abort', listener)
  return { calls, listener }
}

/**
 * Calls back when the signal is aborted; returns how to stop listening. However many listen, a signal gets one
 * listener, since Node 20 warns of a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  const { calls, listener } = shared.get(signal) ?? share(signal)
  shared.set(signal, { calls, listener })
  calls.add(call)
  return () => {
    if (!calls.delete(call) || calls.size > 0) return
    signal.removeEventListener('abort', listener)
    shared.delete(signal)
  }
}
