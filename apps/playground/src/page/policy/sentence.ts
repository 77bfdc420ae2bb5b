import type { Policy } from '@rl/core'
import { toNumberText, toTimeText } from '../plot/scale.ts'
import type { PolicySpec } from './spec.ts'

const of = (count: number, one: string): string => `${toNumberText(count)} ${one}${count === 1 ? '' : 's'}`

const per = (ms: number): string => (ms === 1_000 ? 'a second' : `every ${toTimeText(ms)}`)

/** What a policy admits, in one plain sentence. */
export function sentenceOf({ algorithm, options }: PolicySpec, { numbers }: Policy): string {
  const [units = 0, second = 0, third = 0] = numbers
  switch (algorithm) {
    case 'tokenBucket': {
      const how = options.refill === 'interval' ? ', all at once' : ''
      return `Bursts of ${toNumberText(units)}, then ${toNumberText(second)} ${per(third)}${how}.`
    }
    case 'leakyBucket':
      return `Up to ${toNumberText(units)} at once, draining ${toNumberText(second)} ${per(third)}.`
    case 'fixedWindow': {
      const start = options.anchor === 'clock' ? ' by the clock' : ''
      return `${of(units, 'request')} in each window of ${toTimeText(second)}${start}.`
    }
    case 'slidingWindowLog':
      return `${of(units, 'request')} in any ${toTimeText(second)}, exactly.`
    case 'slidingWindowCounter':
      return `About ${of(units, 'request')} in any ${toTimeText(second)}.`
  }
}
