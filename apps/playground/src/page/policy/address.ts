import { infoOf, type PolicySpec } from './spec.ts'

export type Verb = 'try' | 'peek' | 'refund' | 'reset' | 'live'

/** The address on the server that does something under a policy: `/try/tokenBucket?capacity=20&refillRate=5&key=user:123`. */
export function addressOf(verb: Verb, { algorithm, options }: PolicySpec, key: string, cost = 1): string {
  const query = new URLSearchParams()
  for (const { name } of infoOf(algorithm).options) {
    const value = options[name]?.trim()
    if (value) query.set(name, value)
  }
  query.set('key', key)
  if (cost !== 1) query.set('cost', `${cost}`)
  return `/${verb}/${algorithm}?${query}`.replaceAll('%3A', ':')
}
