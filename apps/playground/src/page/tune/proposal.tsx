import { useId } from 'preact/hooks'
import type { Needs } from '../../analysis/propose/needs.ts'
import { type Choice, propose } from '../../analysis/propose/proposal.ts'
import { takeOver } from '../configuration.ts'
import { toNumberText } from '../plot/scale.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { labelOf, percentOf } from '../results/label.ts'
import { Curve } from './curve.tsx'

interface ProposalProps {
  readonly needs: readonly Needs[]
  readonly clients: number
  /** From the first request of the log to the last. */
  readonly spanMs: number
  /** Per cent. */
  readonly untouched: number
  readonly onUntouched: (untouched: number) => void
  /** Shows below what a policy would have done. */
  readonly onTry: (spec: PolicySpec) => void
}

/** Steps of the slider: finer where it matters. */
const SHARES = [50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.8, 99.9, 99.95, 99.99, 100] as const

const nearest = (untouched: number): number =>
  SHARES.reduce<number>(
    (best, share, place) =>
      Math.abs(share - untouched) < Math.abs(SHARES[best]! - untouched) ? place : best,
    0,
  )

function Share({ untouched, onUntouched, clients }: Omit<ProposalProps, 'needs' | 'onTry' | 'spanMs'>) {
  const id = useId()
  const may = Math.floor(Number((clients * (1 - untouched / 100)).toFixed(6)))
  return (
    <div class="field">
      <label for={id}>
        Clients to leave untouched: <strong class="number">{untouched} %</strong>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={SHARES.length - 1}
        step={1}
        value={nearest(untouched)}
        aria-valuetext={`${untouched} %`}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => onUntouched(SHARES[Number(currentTarget.value)]!)}
      />
      <span id={`${id}-hint`} class="hint">
        Of {toNumberText(clients)} clients, {may === 0 ? 'none' : `at most ${toNumberText(may)}`} may ever be
        denied.
      </span>
    </div>
  )
}

interface ChoicesProps {
  readonly choices: readonly Choice[]
  readonly best: Choice
  readonly clients: number
  readonly bucket: boolean
}

function Choices({ choices, best, clients, bucket }: ChoicesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-frame" tabIndex={0} aria-label="Numbers that leave enough clients untouched">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{bucket ? 'Rate' : 'Window'}</th>
            <th scope="col" class="number">
              {bucket ? 'Capacity' : 'Limit'}
            </th>
            <th scope="col" class="number">
              Clients touched
            </th>
            <th scope="col" class="number">
              Most in a second
            </th>
            <th scope="col" class="number">
              Most in a minute
            </th>
            <th scope="col">
              <span class="visually-hidden">Take over</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <tr key={choice.label} class={choice === best ? 'best' : undefined}>
              <th scope="row">
                <span class="nowrap">{choice.label}</span>
                {choice === best && <span class="muted proposed"> proposed</span>}
              </th>
              <td class="number">{toNumberText(choice.size)}</td>
              <td class="number">
                {toNumberText(choice.clientsTouched)}{' '}
                <span class="muted">({percentOf(choice.clientsTouched, clients)})</span>
              </td>
              <td class="number">{toNumberText(choice.mostPerSecond)}</td>
              <td class="number">{toNumberText(choice.mostPerMinute)}</td>
              <td>
                <button
                  type="button"
                  class="button small"
                  aria-label={`Use ${labelOf(choice.spec)}`}
                  onClick={() => takeOver(choice.spec)}
                >
                  Use
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Best({ best, onTry }: { best: Choice; onTry: ProposalProps['onTry'] }) {
  return (
    <div class="best-choice">
      <div>
        <p class="best-name" role="status">
          {labelOf(best.spec)}
        </p>
        <p class="muted small">
          Of all that leave enough untouched, and that are full again within the time of this log, it lets one
          client through the least: {toNumberText(best.mostPerSecond)} in any second and{' '}
          {toNumberText(best.mostPerMinute)} in any minute, the smallest product of the two.
        </p>
      </div>
      <div class="row">
        <button type="button" class="button" onClick={() => onTry(best.spec)}>
          See their effect
        </button>
        <button type="button" class="button primary" onClick={() => takeOver(best.spec)}>
          Use these numbers
        </button>
      </div>
    </div>
  )
}

/** The smallest numbers that leave nearly all clients untouched, and what they cost. */
export function Proposal({ needs, clients, spanMs, untouched, onUntouched, onTry }: ProposalProps) {
  const { choices, best } = propose(needs, Number((untouched / 100).toFixed(8)), spanMs)
  return (
    <section class="card stack" aria-labelledby="tune-proposal">
      <h2 id="tune-proposal">Numbers that fit</h2>
      <Share untouched={untouched} clients={clients} onUntouched={onUntouched} />
      {best ? (
        <>
          <Best best={best} onTry={onTry} />
          <Curve needs={needs} best={best} clients={clients} untouched={untouched / 100} />
          <Choices
            choices={choices}
            best={best}
            clients={clients}
            bucket={best.spec.options.capacity !== undefined}
          />
        </>
      ) : (
        <p class="notice">No numbers of this algorithm leave so many untouched.</p>
      )}
    </section>
  )
}
