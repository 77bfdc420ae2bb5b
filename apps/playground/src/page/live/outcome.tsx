import type { Answer } from './send.ts'

interface OutcomeProps {
  readonly answer: Answer | undefined
  readonly failure: string | undefined
}

const header = (answer: Answer, wanted: string): string | undefined =>
  answer.headers.find(([name]) => name === wanted)?.[1]

function detail(answer: Answer): string {
  const left = header(answer, 'x-ratelimit-remaining')
  const wait = header(answer, 'retry-after')
  if (answer.status === 200) return left === undefined ? '' : `${left} left`
  if (answer.status !== 429) return ''
  return wait === undefined ? 'waiting would not help' : `again in ${wait} s`
}

const word = ({ status }: Answer): string =>
  status === 200 ? 'Allowed' : status === 429 ? 'Denied' : `Answered ${status}`

/** What became of the last request, beside the button. */
export function Outcome({ answer, failure }: OutcomeProps) {
  if (failure) return <p class="outcome mark denied">{failure}</p>
  if (answer === undefined) return null
  return (
    <p class="outcome">
      <span class={`mark ${answer.status === 200 ? 'allowed' : 'denied'}`}>{word(answer)}</span>{' '}
      <span class="muted number">{detail(answer)}</span>
    </p>
  )
}
