import { useRef, useState } from 'preact/hooks'
import { toNumberText } from '../plot/scale.ts'
import { forget, type Log, open } from './session.ts'

const MB = 1_000_000

function Progress({ log }: { log: Log & { phase: 'reading' } }) {
  const { name, size, bytes, lines } = log
  const share = size > 0 ? Math.min(1, bytes / size) : undefined
  return (
    <section class="card stack" aria-labelledby="tune-reading">
      <h2 id="tune-reading">Reading {name}</h2>
      <progress aria-labelledby="tune-reading" value={share} max={1} />
      <div class="row">
        <span class="muted number">
          {(bytes / MB).toFixed(1)} MB{size > 0 && ` of ${(size / MB).toFixed(1)} MB`}, {toNumberText(lines)}{' '}
          lines
        </span>
        <button type="button" class="button" onClick={forget}>
          Cancel
        </button>
      </div>
    </section>
  )
}

function Failure({ log }: { log: Log & { phase: 'failed' } }) {
  const { name, reason, misread } = log
  return (
    <div class="notice bad stack" role="alert">
      <p>
        <strong>{name}</strong> is no log that can be used. {reason}
      </p>
      {misread && <MisreadLine {...misread} />}
    </div>
  )
}

interface MisreadLineProps {
  readonly line: number
  readonly reason: string
  readonly text: string
}

/** The first line that was not understood, and why. */
export function MisreadLine({ line, reason, text }: MisreadLineProps) {
  return (
    <div class="misread small">
      <p>
        The first that was not is line {toNumberText(line)}: {reason}.
      </p>
      <pre>{text}</pre>
    </div>
  )
}

/** Where a log comes in: a place to drop it, a button, a sample. */
export function OpenLog({ log }: { log: Log }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  if (log.phase === 'reading') return <Progress log={log} />

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (file) open(file)
  }

  const ready = log.phase === 'ready'
  return (
    <>
      {log.phase === 'failed' && <Failure log={log} />}
      <section
        class={`card drop ${over ? 'over' : ''} ${ready ? 'ready' : ''}`}
        aria-label="Open a log"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {!ready && (
          <>
            <h2>Which numbers fit your traffic?</h2>
            <p class="muted">
              Drop an access log here. It is read in this page and goes nowhere: common or combined log
              format, JSON lines, or CSV with a time and a client column; <code>.gz</code> too.
            </p>
          </>
        )}
        <div class="row">
          <button
            type="button"
            class={ready ? 'button' : 'button primary large'}
            onClick={() => input.current?.click()}
          >
            {ready ? 'Choose another log' : 'Choose a log'}
          </button>
          <button type="button" class={ready ? 'button' : 'button large'} onClick={() => open('sample')}>
            Try a sample log
          </button>
          {ready && (
            <button type="button" class="button quiet" onClick={forget}>
              Forget it
            </button>
          )}
        </div>
        {!ready && (
          <p class="muted small">
            You get how clients behave, whom a policy would have denied and when, and the smallest numbers
            that leave nearly all of them untouched. The same in a terminal:{' '}
            <code>npm run tune -- access.log</code>
          </p>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="A log"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) open(file)
            currentTarget.value = ''
          }}
        />
      </section>
    </>
  )
}
