import type { Cost } from '../cost.ts'
import { OptionsError } from '../errors.ts'
import type { Limiter } from '../limiter.ts'
import { unexpected } from '../options.ts'
import type { Client } from './address.ts'
import { ask } from './ask.ts'
import { checkCost, checkLimiter, type GuardOptions, type GuardPlan } from './guard-options.ts'
import { prepareFields } from './headers.ts'

/** What a request asks of which limiter. */
export interface Asked {
  readonly limiter: Limiter
  readonly key: string
  readonly cost: Cost
}

function checkKey(key: unknown, maxKeyLength: number): string {
  if (typeof key !== 'string' || key === '') {
    throw unexpected('key', 'a function that returns a text of at least one character', key)
  }
  if (key.length > maxKeyLength) {
    throw new OptionsError(
      `Expected \`key\` to return at most ${maxKeyLength} characters (\`maxKeyLength\`), got ${key.length}`,
    )
  }
  return key
}

/** Finds out what a request asks; whatever the user's functions answer is checked before anything is charged. */
export function chargeReader<R>(
  { key: keyFunction, cost = 1 }: GuardOptions<R>,
  { limiter, headers, maxKeyLength }: GuardPlan<R>,
  clientOf: (request: R) => Client,
): (request: R) => Asked | Promise<Asked> {
  if (typeof limiter !== 'function' && keyFunction === undefined && typeof cost !== 'function') {
    return (request) => ({ limiter, key: clientOf(request).key, cost })
  }
  async function limiterFor(request: R): Promise<Limiter> {
    if (typeof limiter !== 'function') return limiter
    const chosen = checkLimiter(await ask('limiter', limiter, request))
    prepareFields(chosen.policies, headers)
    return chosen
  }
  return async (request) => {
    const chosen = typeof limiter === 'function' ? await limiterFor(request) : limiter
    const key = keyFunction
      ? checkKey(await ask('key', keyFunction, request), maxKeyLength)
      : clientOf(request).key
    const units = typeof cost === 'function' ? checkCost(await ask('cost', cost, request), chosen) : cost
    return { limiter: chosen, key, cost: units }
  }
}
