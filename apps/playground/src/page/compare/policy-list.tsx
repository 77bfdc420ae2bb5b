import { PolicyForm } from '../policy/policy-form.tsx'
import { ALGORITHM_NAMES, type AlgorithmName, checkSpec, type PolicySpec } from '../policy/spec.ts'
import { LETTERS, labelOf } from '../results/label.ts'
import { MOST_POLICIES } from './state.ts'

/** Each algorithm with two units a second in the long run, to add one that can be compared. */
const SUGGESTED: Readonly<Record<AlgorithmName, PolicySpec['options']>> = {
  tokenBucket: { capacity: '20', refillRate: '2' },
  fixedWindow: { limit: '20', window: '10s' },
  slidingWindowLog: { limit: '20', window: '10s' },
  slidingWindowCounter: { limit: '20', window: '10s' },
  leakyBucket: { capacity: '20', leakRate: '2' },
}

/** A policy of an algorithm that is not there yet, if there is one. */
export function another(specs: readonly PolicySpec[]): PolicySpec {
  const missing = ALGORITHM_NAMES.find((name) => specs.every(({ algorithm }) => algorithm !== name))
  const algorithm = missing ?? 'tokenBucket'
  return { algorithm, options: SUGGESTED[algorithm] }
}

interface PolicyListProps {
  readonly specs: readonly PolicySpec[]
  readonly onChange: (specs: readonly PolicySpec[]) => void
}

/** The policies that are compared: to change, to add, to take away. */
export function PolicyList({ specs, onChange }: PolicyListProps) {
  return (
    <section class="card stack" aria-labelledby="compare-policies">
      <h2 id="compare-policies">Policies</h2>
      {specs.map((spec, place) => {
        const letter = LETTERS[place]!
        const { error } = checkSpec(spec)
        return (
          <details key={place} class="policy" open={error !== undefined}>
            <summary>
              <span class="letter">{letter}</span>
              <span class="policy-name">{labelOf(spec)}</span>
              {error !== undefined && <span class="mark denied small">not taken</span>}
            </summary>
            <div class="stack policy-body">
              <PolicyForm
                spec={spec}
                legend={`Policy ${letter}`}
                onChange={(changed) => onChange(specs.with(place, changed))}
              />
              <button
                type="button"
                class="button small"
                disabled={specs.length <= 2}
                onClick={() => onChange(specs.toSpliced(place, 1))}
              >
                Remove policy {letter}
              </button>
            </div>
          </details>
        )
      })}
      <button
        type="button"
        class="button"
        disabled={specs.length >= MOST_POLICIES}
        onClick={() => onChange([...specs, another(specs)])}
      >
        Add a policy
      </button>
      <p class="muted small">Two to five. Open one to change its numbers.</p>
    </section>
  )
}
