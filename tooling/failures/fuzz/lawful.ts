import { type Decision, isOptionsError, isStoreError } from '../../../packages/core/src/index.ts'

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0

function isVerdict(verdict: Decision | Decision['policies'][number], most: number): boolean {
  const { allowed, remaining, retryAfterMs, resetAfterMs } = verdict
  if (typeof allowed !== 'boolean' || !isCount(remaining) || !isCount(resetAfterMs)) return false
  if (
    allowed ? retryAfterMs !== 0 : retryAfterMs !== Infinity && !(isCount(retryAfterMs) && retryAfterMs > 0)
  )
    return false
  return remaining <= most
}

/** What is unlawful about a decision, if anything. `told` is false where a made-up reply may say any number. */
export function unlawful(decision: Decision, told = true): string | undefined {
  const { policies, at, allowed } = decision
  if (!isCount(at)) return `decided at ${at}`
  for (const verdict of policies) {
    if (!isVerdict(verdict, told ? verdict.policy.quota.units : Infinity)) {
      const { policy, ...rest } = verdict
      return `${policy.name} of ${JSON.stringify(policy.numbers)} says ${JSON.stringify(rest)}`
    }
  }
  return allowed === policies.every((verdict) => verdict.allowed)
    ? undefined
    : 'the sum contradicts its parts'
}

/** What is wrong with what was thrown, if anything. */
export const unlawfulError = (error: unknown): string | undefined =>
  isOptionsError(error) || isStoreError(error)
    ? undefined
    : `threw ${(error as Error)?.stack ?? String(error)}`
