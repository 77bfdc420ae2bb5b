import { useEffect, useMemo, useState } from 'preact/hooks'
import { addressOf } from '../policy/address.ts'
import { checkSpec, type PolicySpec } from '../policy/spec.ts'
import { toText } from '../policy/text.ts'
import { courseOf } from './level.ts'
import { createRecorder, type Model } from './model.ts'

const QUIET_MS = 250 // while numbers are typed

export interface Live {
  readonly model: Model | undefined
  readonly connected: boolean
  /** Why the server does not take this policy or key. */
  readonly refused: string | undefined
}

/** What the server says against a policy that the library would take. */
async function reasonFor(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address)
    return response.ok ? undefined : ((await response.json()) as { detail?: string }).detail
  } catch {
    return undefined
  }
}

interface Shown {
  readonly model?: Model
  readonly connected: boolean
  readonly refused?: string | undefined
}

/** Watches a key under a policy for as long as the page is seen: hidden windows leave their connection to others. */
export function useLive(spec: PolicySpec, key: string): Live {
  const [shown, show] = useState<Shown>({ connected: false })
  const [, redraw] = useState(0)
  const id = `${toText(spec)} ${key}`
  const stable = useMemo(() => spec, [id])

  useEffect(() => {
    const { policy } = checkSpec(stable)
    if (policy === undefined || key === '') return
    const recorder = createRecorder(key, courseOf(stable, policy), () => redraw((count) => count + 1))
    let source: EventSource | undefined

    function open(): void {
      if (document.hidden || source !== undefined) return
      const opened = new EventSource(addressOf('live', stable, key))
      source = opened
      const on = (kind: string, receive: (data: never) => void) =>
        opened.addEventListener(kind, ({ data }) => receive(JSON.parse(data) as never))
      on('hello', (data) => {
        recorder.hello(data)
        show({ model: recorder.model, connected: true })
      })
      on('events', recorder.events)
      on('level', recorder.level)
      on('status', recorder.status)
      opened.addEventListener('error', () => {
        show((before) => ({ ...before, connected: false }))
        if (opened.readyState !== EventSource.CLOSED) return
        source = undefined
        void reasonFor(addressOf('peek', stable, key)).then((refused) => {
          show({ connected: false, refused })
          if (refused === undefined) retry = setTimeout(open, 2_000)
        })
      })
    }
    function seen(): void {
      if (document.hidden) {
        source?.close()
        source = undefined
      } else open()
    }
    let retry: ReturnType<typeof setTimeout> = setTimeout(open, QUIET_MS)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(retry)
      document.removeEventListener('visibilitychange', seen)
      source?.close()
      recorder.close()
    }
  }, [stable, key])

  return { model: shown.model, connected: shown.connected, refused: shown.refused }
}
