import { useEffect, useState } from 'preact/hooks'
import type { Scenario } from '../../analysis/scenario/scenarios.ts'
import { checkSpec, type PolicySpec } from '../policy/spec.ts'
import type { Answer, Question } from './messages.ts'

const WAIT_MS = 120 // while someone types

let worker: Worker | undefined
let runs = 0
const listeners = new Set<(answer: Answer) => void>()

function ask(question: Question): void {
  if (!worker) {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      for (const listener of [...listeners]) listener(data)
    }
  }
  worker.postMessage(question)
}

/** An answer, with the policies that it is about. */
export interface Shown extends Answer {
  readonly scenario: Scenario
  readonly specs: readonly PolicySpec[]
}

/** What the policies do to the traffic, played in a worker; what was shown stays until the next answer is here. */
export function useComparison(scenario: Scenario, specs: readonly PolicySpec[]) {
  const [shown, show] = useState<Shown>()
  const [busy, setBusy] = useState(true)
  const good = specs.filter((spec) => checkSpec(spec).policy !== undefined)
  const asked = JSON.stringify([scenario, good])

  useEffect(() => {
    runs++
    const run = runs
    setBusy(true)
    const listener = (answer: Answer) => {
      if (answer.run !== run) return
      show({ ...answer, scenario, specs: good })
      setBusy(false)
    }
    listeners.add(listener)
    const timer = setTimeout(() => ask({ run, scenario, specs: good }), WAIT_MS)
    return () => {
      clearTimeout(timer)
      listeners.delete(listener)
    }
    // `asked` is all of what is used here, as a text.
  }, [asked])

  return { shown, busy }
}
