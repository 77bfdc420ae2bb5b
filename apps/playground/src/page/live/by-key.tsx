import { toNumberText } from '../plot/scale.ts'
import type { Model } from './model.ts'

interface ByKeyProps {
  readonly model: Model
  readonly shownKey: string
  readonly onChoose: (key: string) => void
}

const MOST = 12

/** Who was let through how often; there is something to compare from two keys on. */
export function ByKey({ model, shownKey, onChoose }: ByKeyProps) {
  const rows = [...model.byKey].sort(
    ([, one], [, other]) => other.allowed + other.denied - one.allowed - one.denied,
  )
  if (rows.length < 2) return null
  return (
    <section class="card" aria-labelledby="keys-title">
      <header>
        <h2 id="keys-title">By key</h2>
        <span class="muted small">the latest requests; each key has its own quota</span>
      </header>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col" class="number">
              Allowed
            </th>
            <th scope="col" class="number">
              Denied
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map(([key, { allowed, denied }]) => (
            <tr key={key}>
              <th scope="row">
                <button
                  type="button"
                  class="key"
                  aria-pressed={key === shownKey}
                  onClick={() => onChoose(key)}
                >
                  {key}
                </button>
              </th>
              <td class="number">{toNumberText(allowed)}</td>
              <td class="number">
                {denied > 0 ? <span class="mark denied">{toNumberText(denied)}</span> : '0'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST && <p class="muted small">and {rows.length - MOST} more</p>}
    </section>
  )
}
