import type { Sender } from './use-sender.ts'

/** What is being sent, and a button to end it. */
export function ProgressLine({ sender }: { sender: Sender }) {
  const { progress } = sender
  if (progress === undefined) return null
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
