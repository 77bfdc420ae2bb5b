import { useEffect, useState } from 'preact/hooks'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly small?: boolean
  readonly primary?: boolean
}

const SAID_MS = 2_000

/** Copies a text, and says so. */
export function CopyButton({ text, label, small = false, primary = false }: CopyButtonProps) {
  const [said, say] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => say(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => say('Copied'),
      () => say('Select the text to copy it'),
    )
  return (
    <>
      <button
        type="button"
        class={`button ${small ? 'small' : ''} ${primary ? 'primary' : ''}`}
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
