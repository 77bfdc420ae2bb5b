import { OptionsError } from '../errors.ts'
import { checkOptions, unexpected } from '../options.ts'

const NAMES = [
  ...['limiter', 'store', 'policies', 'onDecision', 'key', 'cost', 'skip', 'allow', 'deny', 'onLimited'],
  ...['respond', 'refundWhen', 'onStoreError', 'enforce', 'headers', 'maxKeyLength', 'ipv6Prefix'],
  'onWarning',
]

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Refuses options that neither a guard nor its adapter knows; what is something else altogether, with what to write. */
export function checkKnownOptions(options: unknown, own: readonly string[] = []): void {
  const known = [...NAMES, ...own]
  const given = Object(options)
  if (given === options && Object.keys(given).some((name) => !known.includes(name))) {
    if (typeof given.peek === 'function') {
      throw new OptionsError(
        'Expected `options of rateLimit` to hold a limiter, got the limiter itself; write `{ limiter }`',
      )
    }
    if (!isPlain(given)) {
      const hint =
        'if it is a request, `rateLimit` was given where a call of it should be: `rateLimit({ … })`'
      throw unexpected('options of rateLimit', 'a plain object', options, hint)
    }
  }
  checkOptions('rateLimit', options, known)
}
