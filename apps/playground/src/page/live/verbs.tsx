import { useState } from 'preact/hooks'
import { toTimeText } from '../plot/scale.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { ask, type Peeked, type Request } from './send.ts'

interface VerbsProps {
  readonly spec: PolicySpec
  readonly request: Request
  readonly disabled: boolean
}

const plural = (count: number): string => `${count} unit${count === 1 ? '' : 's'}`

function peekText({ allowed, remaining, retryAfterMs }: Peeked, cost: number): string {
  const asked = `A request of ${plural(cost)}`
  if (allowed) return `${asked} would be allowed now, and leave ${plural(remaining)}.`
  if (retryAfterMs === null) return `${asked} can never be allowed; ${plural(remaining)} left.`
  return `${asked} would be denied for another ${toTimeText(retryAfterMs)}; ${plural(remaining)} left.`
}

function refundText({ known, refunded }: { known: boolean; refunded: boolean }): string {
  if (!known) return 'There is no allowed request of this key left to refund.'
  return refunded
    ? 'The latest allowed request was given back.'
    : 'Nothing was given back: by now that charge is gone by itself.'
}

/** The limiter's other verbs. */
export function Verbs({ spec, request, disabled }: VerbsProps) {
  const [said, say] = useState('')
  const run = (work: () => Promise<string>) =>
    work().then(say, (error: Error) => say(error.message || 'The server does not answer.'))
  return (
    <div>
      <div class="row">
        <button
          type="button"
          class="button small"
          disabled={disabled}
          title="Answers what a request would get, and charges nothing"
          onClick={() => run(async () => peekText(await ask<Peeked>('peek', spec, request), request.cost))}
        >
          Peek
        </button>
        <button
          type="button"
          class="button small"
          disabled={disabled}
          title="Takes back what the latest allowed request was charged"
          onClick={() => run(async () => refundText(await ask('refund', spec, { ...request, cost: 1 })))}
        >
          Refund
        </button>
        <button
          type="button"
          class="button small"
          disabled={disabled}
          title="Forgets what the key was charged"
          onClick={() =>
            run(async () => {
              await ask('reset', spec, { ...request, cost: 1 })
              return `${request.key} is as good as new.`
            })
          }
        >
          Reset
        </button>
      </div>
      <p class="said small" role="status">
        {said}
      </p>
    </div>
  )
}
