import { useState } from 'preact/hooks'
import { CopyButton } from '../copy-button.tsx'
import { type Explained, explain } from './headers.ts'
import type { Answer } from './send.ts'
import './answer.css'

const STATUS: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  403: 'Forbidden',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The latest answer in full: status, headers with their meaning, body, and the same request from a terminal. */
export function AnswerCard({ answer }: { answer: Answer | undefined }) {
  return (
    <section class="card answer" aria-labelledby="answer-title">
      <header>
        <h2 id="answer-title">Latest answer</h2>
        {answer && <span class="muted small number">{answer.tookMs.toFixed(1)} ms</span>}
      </header>
      {answer ? <Full answer={answer} /> : <p class="muted">Send a request, and its answer is here.</p>}
    </section>
  )
}

function Full({ answer }: { answer: Answer }) {
  const { status, body, address } = answer
  const headers = explain(answer.headers, status)
  const command = `curl -i -X POST '${new URL(address, location.href).href.replaceAll("'", '%27')}'`
  return (
    <div class="stack">
      <div>
        <p class="status">
          <span class={`mark ${status === 200 ? 'allowed' : 'denied'}`}>
            {status} {STATUS[status] ?? answer.statusText}
          </span>
        </p>
        <ul class="headers" aria-label="Headers; each says what it means when it has the focus">
          {headers.map((header) => (
            <Header key={header.name} header={header} />
          ))}
        </ul>
        <h3 class="visually-hidden">Body</h3>
        <pre class="body">{pretty(body)}</pre>
      </div>
      <div class="terminal">
        <code>{command}</code>
        <CopyButton text={command} label="Copy the command" small />
      </div>
    </div>
  )
}

function Header({ header: { name, value, meaning, limiter } }: { header: Explained }) {
  const [dismissed, dismiss] = useState(false)
  const id = `meaning-${name}`
  return (
    <li
      class={limiter ? 'header' : 'header other'}
      data-dismissed={dismissed}
      onMouseEnter={() => dismiss(false)}
    >
      <button
        type="button"
        aria-describedby={id}
        onFocus={() => dismiss(false)}
        onKeyDown={({ key }) => key === 'Escape' && dismiss(true)}
      >
        <span class="name">{name}:</span> <span class="value">{value}</span>
      </button>
      <span id={id} role="tooltip" class="meaning">
        {meaning}
      </span>
    </li>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
