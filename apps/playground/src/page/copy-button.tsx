import { useEffect, useState } from 'preact/hooks'

interface CopyButtonProps {
  /** What is copied, or what says it when it is. */
  readonly text: string | (() => string)
  readonly label: string
  readonly small?: boolean
  readonly primary?: boolean
  readonly quiet?: boolean
}

const SAID_MS = 2_000

/** Copies a text, and says so. */
export function CopyButton({ text, label, small = false, primary = false, quiet = false }: CopyButtonProps) {
  const [said, say] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => say(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => say('Copied'),
      () => say('Select the text to copy it'),
    )
  return (
    <>
      <button
        type="button"
        class={`button ${small ? 'small' : ''} ${primary ? 'primary' : ''} ${quiet ? 'quiet' : ''}`}
        onClick={copy}
      >
        {said || label}
      </button>
      <span role="status" class="visually-hidden">
        {said}
      </span>
    </>
  )
}
