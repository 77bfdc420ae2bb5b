import { toWhole } from './whole.ts'

interface KeyFieldsProps {
  readonly shownKey: string
  readonly cost: number
  readonly onChange: (change: { key?: string; cost?: number }) => void
}

/** Whose quota a request takes, and how much of it. */
export function KeyFields({ shownKey, cost, onChange }: KeyFieldsProps) {
  return (
    <div class="key-fields">
      <div class="field">
        <label for="key">
          <code>key</code>
        </label>
        <input
          id="key"
          class="input"
          value={shownKey}
          maxLength={128}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={shownKey === ''}
          aria-describedby="key-hint"
          onInput={({ currentTarget }) => onChange({ key: currentTarget.value })}
        />
        <span id="key-hint" class={shownKey === '' ? 'error' : 'hint'}>
          {shownKey === '' ? 'A key has at least one character' : 'Whose quota it takes'}
        </span>
      </div>
      <div class="field">
        <label for="cost">
          <code>cost</code>
        </label>
        <input
          id="cost"
          class="input"
          type="number"
          min={0}
          max={10_000}
          value={cost}
          aria-describedby="cost-hint"
          onInput={({ currentTarget }) => onChange({ cost: toWhole(currentTarget.value, 1, 0, 10_000) })}
        />
        <span id="cost-hint" class="hint">
          Units it asks for
        </span>
      </div>
    </div>
  )
}
