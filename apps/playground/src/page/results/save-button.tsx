interface SaveButtonProps {
  readonly name: string
  /** Makes what is saved, when it is. */
  readonly content: () => unknown
}

/** Saves a result as a file of JSON. */
export function SaveButton({ name, content }: SaveButtonProps) {
  function save(): void {
    const url = URL.createObjectURL(new Blob([JSON.stringify(content())], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <button type="button" class="button small" onClick={save}>
      Save as JSON
    </button>
  )
}
