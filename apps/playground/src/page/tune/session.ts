import { useEffect, useState } from 'preact/hooks'
import type { Misread, Reading } from '../../analysis/log/reader.ts'
import type { Needs } from '../../analysis/propose/needs.ts'
import type { NamedEffect, NamedProfile } from '../../analysis/result.ts'
import { checkSpec, type PolicySpec } from '../policy/spec.ts'
import type { Answer, Question } from './messages.ts'

/** What became of the log. It stays in this page: it is read by a worker, and nothing of it is sent anywhere. */
export type Log =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'reading'
      readonly name: string
      /** Bytes; 0 where that is not known. */
      readonly size: number
      readonly bytes: number
      readonly lines: number
    }
  | {
      readonly phase: 'failed'
      readonly name: string
      readonly reason: string
      readonly misread: Misread | undefined
    }
  | {
      readonly phase: 'ready'
      readonly name: string
      readonly reading: Reading
      readonly profile: NamedProfile
    }

export interface Session {
  readonly log: Log
  /** What the policy of `played` does; it stays until the next one is there. */
  readonly effect: NamedEffect | undefined
  readonly needs: readonly Needs[] | undefined
  readonly played: PolicySpec | undefined
  readonly busy: boolean
}

const EMPTY: Session = {
  log: { phase: 'none' },
  effect: undefined,
  needs: undefined,
  played: undefined,
  busy: false,
}

// It outlives the panel, so that a look at another tab does not read the log again.
let session = EMPTY
let worker: Worker | undefined
let run = 0
let asked = ''
const listeners = new Set<() => void>()

function update(change: Partial<Session>): void {
  session = { ...session, ...change }
  for (const listener of [...listeners]) listener()
}

function take(answer: Answer): void {
  const { log } = session
  if (answer.kind === 'effect' || answer.kind === 'needs') {
    if (answer.run !== run) return
    if (answer.kind === 'effect') update({ effect: answer.effect })
    else update({ needs: answer.needs, busy: false })
  } else if (log.phase !== 'reading') {
    return
  } else if (answer.kind === 'progress') {
    update({ log: { ...log, bytes: answer.bytes, lines: answer.lines } })
  } else if (answer.kind === 'failed') {
    update({ log: { phase: 'failed', name: log.name, reason: answer.reason, misread: answer.misread } })
  } else {
    update({ log: { phase: 'ready', name: log.name, reading: answer.reading, profile: answer.profile } })
  }
}

const send = (question: Question): void => worker?.postMessage(question)

/** Ends what is going on and forgets the log. */
export function forget(): void {
  worker?.terminate()
  worker = undefined
  asked = ''
  update(EMPTY)
}

/** Reads a log in place of the one that was there. */
export function open(file: File | 'sample'): void {
  forget()
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<Answer>) => take(data)
  const [name, size] = file === 'sample' ? ['sample.log', 0] : [file.name, file.size]
  update({ log: { phase: 'reading', name, size, bytes: 0, lines: 0 } })
  send({ kind: 'read', file })
}

/** Plays the log to a policy, if there is one and it was not the last. */
function play(spec: PolicySpec): void {
  const text = JSON.stringify(spec)
  if (session.log.phase !== 'ready' || text === asked || checkSpec(spec).policy === undefined) return
  asked = text
  run++
  update({ busy: true, played: spec })
  send({ kind: 'play', run, spec })
}

const WAIT_MS = 120 // while someone types

/** The log that is open, played to a policy. */
export function useTuning(spec: PolicySpec): Session {
  const [, redraw] = useState(0)
  useEffect(() => {
    const listener = () => redraw((count) => count + 1)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  const { phase } = session.log
  const text = JSON.stringify(spec)
  useEffect(() => {
    const timer = setTimeout(() => play(spec), WAIT_MS)
    return () => clearTimeout(timer)
    // `text` is all of `spec`.
  }, [phase, text])
  return session
}
