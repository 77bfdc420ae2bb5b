import type { Sender } from './use-sender.ts'

/** What is being sent, with a button to end it; else a word on what a click would do. */
export function ProgressLine({ sender, hint }: { sender: Sender; hint: string }) {
  const { progress } = sender
  if (progress === undefined) return <p class="progress muted small">{hint}</p>
  const { name, sent, total } = progress
  return (
    <div class="progress">
      <span class="small number">
        {name}: {sent}
        {total === undefined ? '' : ` of ${total}`} sent
      </span>
      {total !== undefined && <progress aria-label={name} max={total} value={sent} />}
      <button type="button" class="button small" onClick={sender.stop}>
        Stop
      </button>
    </div>
  )
}
