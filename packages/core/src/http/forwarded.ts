import { type OnWarning, warnOnConsole } from '../warning.ts'
import type { Framework } from './guard-options.ts'

// A proxy in front shows at once: so many requests without its header, and there is none.
const WATCHED = 1_000

const told = new WeakSet<OnWarning>()

/**
 * Reads as `read` does, and warns where one of the first requests has a forwarding header that the framework does not heed:
 * behind a proxy all clients would have one address. Told once for each listener, however many guards it has.
 */
export function watchForwarded<R, C>(
  read: (request: R) => C,
  { unheeded, addressSetting }: Framework<R>,
  onWarning: OnWarning,
  listener: OnWarning = warnOnConsole,
): (request: R) => C {
  if (unheeded === undefined) return read
  let left = WATCHED

  function look(request: R, isUnheeded: typeof unheeded): void {
    left--
    try {
      if (!isUnheeded?.(request)) return
      left = 0
    } catch {
      left = 0 // what stands in for the framework knows less than it, and a warning is worth no error
      return
    }
    if (told.has(listener)) return
    told.add(listener)
    const message = `a request has X-Forwarded-For, which is not heeded; behind a proxy, configure ${addressSetting}: else all clients have one address`
    onWarning({ code: 'forwarded-header-ignored', message })
  }

  return (request) => {
    if (left > 0) look(request, unheeded)
    return read(request)
  }
}
