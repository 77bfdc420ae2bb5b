import { useId } from 'preact/hooks'

interface NumberFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly onChange: (value: number) => void
}

/** A number that counts when it is entered, not at each key; the browser says where it is out of bounds. */
export function NumberField({ label, hint, value, min, max, step = 1, onChange }: NumberFieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="number"
        value={value}
        min={min}
        max={max}
        step={step}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => {
          const typed = Number(currentTarget.value)
          const good = currentTarget.value === '' || Number.isNaN(typed) ? value : typed
          const kept = Math.min(max, Math.max(min, good))
          currentTarget.value = String(kept)
          onChange(kept)
        }}
      />
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
    </div>
  )
}
