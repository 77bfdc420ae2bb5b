import { useEffect, useRef, useState } from 'preact/hooks'
import type { Model } from './model.ts'
import type { Progress } from './use-sender.ts'

interface ReportProps {
  readonly model: Model | undefined
  readonly progress: Progress | undefined
}

const QUIET_MS = 1_000

/** Says to a screen reader what changed, once it has been quiet for a while: never each request of many. */
export function Report({ model, progress }: ReportProps) {
  const [said, say] = useState('')
  const heard = useRef<{ allowed: number; denied: number } | undefined>(undefined)
  const allowed = model?.counts.allowed ?? 0
  const denied = model?.counts.denied ?? 0
  const busy = progress !== undefined

  useEffect(() => {
    if (model === undefined) return
    heard.current ??= { allowed, denied }
    const more = { allowed: allowed - heard.current.allowed, denied: denied - heard.current.denied }
    if (busy || more.allowed + more.denied <= 0) return
    const timer = setTimeout(() => {
      heard.current = { allowed, denied }
      say(`${more.allowed} allowed, ${more.denied} denied, ${model.latest?.left ?? 0} left.`)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [model, allowed, denied, busy])

  return (
    <p class="visually-hidden" role="status">
      {said}
    </p>
  )
}
